/** What was found in the folders, for docs/mutants.md: a row for each, and the survivors that stay with the reason why. */
import { explained } from './explained.js';
import { isEndToEnd } from './end-to-end.js';

export interface Found {
  readonly folder: string;
  readonly every: number;
  readonly fates: readonly {
    readonly name: string;
    readonly line: number;
    readonly fate: 'killed' | 'survived' | 'unreached';
    readonly by: string | undefined;
  }[];
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
const percent = (part: number, whole: number): string => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

export function sectionOf(found: readonly Found[]): string {
  const rows = found.map(({ folder, every, fates }) => {
    const of = (fate: string) => fates.filter((each) => each.fate === fate).length;
    const byEndToEnd = fates.filter(({ by }) => by !== undefined && isEndToEnd(by)).length;
    const why = fates.filter(({ fate, name }) => fate !== 'killed' && name in explained).length;
    const asked = every === 1 ? `${fates.length}` : `${fates.length} (one in ${every})`;
    const killed = of('killed');
    const cells = [folder, asked, killed, byEndToEnd, of('survived'), of('unreached'), why];
    return `| ${cells.join(' | ')} | ${percent(killed, fates.length)} |`;
  });
  const stay = found.flatMap(({ fates }) => fates.filter(({ fate }) => fate !== 'killed'));
  const reasons = stay.flatMap(({ name }) => (name in explained ? [`| ${cell(name)} | ${explained[name]} |`] : []));
  return [
    'Comparisons, arithmetic, operands left out, conditions held or failing, calls and assignments left out, lists emptied, options of commands left out, numbers, methods exchanged or left out, optional chains. Not broken: words, the sizes of pictures, what an assertion says cannot happen.',
    'A mutant counts as noticed if a unit test fails with it and passes without it, in the same process; where no unit test noticed, end-to-end tests of the same folder were asked, with the server as calls within the process.',
    [
      '| folder | mutants | noticed | of these by end-to-end tests | survived | reached by no test | explained | score |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n'),
    ...(reasons.length > 0
      ? ['### Survivors that stay', ['| mutant | why |', '| --- | --- |', ...reasons].join('\n')]
      : []),
  ].join('\n\n');
}
