/** Which scripts of a package.json can verify work, and why the others cannot. Pure. */
import { isVacuous, parseCommandLine } from '../../../machines/measures/command-line.js';

export interface Script {
  readonly name: string;
  /** Words after it name some of the tests. */
  readonly takesTests: boolean;
  readonly isTest: boolean;
  /** The option by which its runner picks tests by their names. */
  readonly byName?: string;
}

const testName = /^(test|e2e|unit|integration)([:._-].+)?$/;
const checkName = /^(lint|types?|typecheck|type-check|tsc|check|build|verify)([:._-].+)?$/;

/** By their names: what does not end, or changes files instead of judging them. */
const otherPurpose =
  /(^|[:._-])(watch|fix|write|update|debug|dev|ui|open|record|serve|start|bench|report|clean|deploy|publish|release)([:._-]|$)/;
const changesOrStays =
  /(^|\s)(--fix|--write|--watch(All)?(?!=false)|--update|--updateSnapshot|--update-snapshots)(\s|=|$)|\b(jest|vitest)\b.*\s-u(\s|$)/;
/** Whatever comes before, it succeeds. */
const alwaysPasses = /(\|\||;)\s*(true|:|exit 0)\s*$/;

const runnerAtEnd = /\b(jest|vitest|mocha|ava|uvu|tap|playwright test|bun test|cypress run)\b|\bnode\b.*\s--test\b/;

export interface ReadScripts {
  readonly fit: readonly Script[];
  /** In words, for those whose names promise a check. */
  readonly unfit: readonly string[];
}

export function readScripts(scripts: Readonly<Record<string, unknown>>): ReadScripts {
  const fit: Script[] = [];
  const unfit: string[] = [];
  for (const [name, body] of Object.entries(scripts)) {
    const isTest = testName.test(name);
    if (typeof body !== 'string' || (!isTest && !checkName.test(name))) continue;
    const why = whyUnfit(name, body);
    if (why === undefined)
      fit.push({ name, isTest, takesTests: isTest && runnerAtEnd.test(lastStep(body)), ...byName(body) });
    else unfit.push(`The script ${JSON.stringify(name)} is left out: ${why}.`);
  }
  return { fit, unfit };
}

/** Node takes options only before the first file, so its own is named where the script has none. */
const namePickers: readonly (readonly [RegExp, string])[] = [
  [/\b(jest|vitest|bun test)\b/, '-t'],
  [/\b(mocha|playwright test)\b/, '--grep'],
  [/\bava\b/, '--match'],
  [/\bnode( --?[\w=-]+)* --test( --?[\w=-]+)*\s*$/, '--test-name-pattern'],
];

function byName(body: string): Pick<Script, 'byName'> {
  const [, option] = namePickers.find(([runner]) => runner.test(lastStep(body))) ?? [];
  return option === undefined ? {} : { byName: option };
}

/** npm adds further words to the last of several commands. */
const lastStep = (body: string): string => body.split(/&&|\|\||[;|]/).at(-1) ?? '';

function whyUnfit(name: string, body: string): string | undefined {
  const parsed = parseCommandLine(body);
  if (body.trim() === '' || (parsed.ok && isVacuous(parsed.steps))) return 'it tests nothing';
  if (alwaysPasses.test(body)) return 'it passes whatever the tests say';
  if (otherPurpose.test(name) || changesOrStays.test(body)) return 'it changes files or does not end';
  return undefined;
}
