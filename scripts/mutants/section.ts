/** What was found in a folder, for docs/mutants.md: a table of one row, and the survivors that stay with the reason why. */
import { isEndToEnd } from './end-to-end.js';
import { explained } from './explained.js';

export interface Found {
  readonly folder: 'src/store' | 'src/session' | 'src/engine' | 'src/views';
  /** One in so many was looked at. */
  readonly every: number;
  readonly fates: readonly {
    readonly name: string;
    readonly line: number;
    readonly fate: 'killed' | 'survived' | 'unreached';
    readonly by: string | undefined;
  }[];
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

export function sectionOf({ every, fates }: Found): string {
  const of = (fate: string) => fates.filter((each) => each.fate === fate).length;
  const byEndToEnd = fates.filter(({ by }) => by !== undefined && isEndToEnd(by)).length;
  const stay = fates.filter(({ fate, name }) => fate !== 'killed' && name in explained);
  const score = `${((100 * of('killed')) / Math.max(1, fates.length)).toFixed(1)} %`;
  const cells = [
    every === 1 ? `${fates.length}` : `${fates.length}, one in ${every}`,
    ...[of('killed'), byEndToEnd, of('survived'), of('unreached'), stay.length, score],
  ];
  const reasons = stay.map(({ name }) => `| ${cell(`\`${name}\``)} | ${explained[name] ?? ''} |`);
  return [
    [
      '| mutants | noticed | of these by end-to-end tests alone | survived | reached by no test | explained | score |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      `| ${cells.join(' | ')} |`,
    ].join('\n'),
    ...(reasons.length > 0 ? [['| survivor that stays | why |', '| --- | --- |', ...reasons].join('\n')] : []),
  ].join('\n\n');
}
