/**
 * Whether a person's list of patterns allows a command. A bare `*` stands for one or more paths and names, never for an
 * option: options of test runners load code, name another configuration or print a summary of their own, and with one of
 * them any file is the proof of itself. A pattern that means an option spells it.
 */
import { baseName, commandText, stepProblem, type Steps } from './command-line.js';
import { problemAt, shellTokens, type Problem } from './shell-words.js';
import { coversAll } from './wildcard.js';

/** What stands for words in a pattern; a command's own words are strings and can never be these. */
const anyWord = Symbol('one word');
const moreWords = Symbol('any number of words');
type PatternWord = string | { readonly option: string } | typeof anyWord | typeof moreWords;
type Pattern = { readonly ok: true; readonly words: readonly PatternWord[] } | Problem;

function readPattern(pattern: string): Pattern {
  const read = shellTokens(pattern, { starsAllowed: true });
  if (!read.ok) return read;
  const joined = read.tokens.find(({ kind }) => kind === 'and');
  if (joined) return problemAt('two steps (&&), which need a pattern each,', joined.at);
  const problem = stepProblem(read.tokens, 0);
  if (problem) return problem;
  const words = read.tokens.flatMap((token): PatternWord[] => {
    if (token.kind === 'word') return [token.text];
    return token.kind === 'option' ? [{ option: token.text }] : [anyWord, moreWords];
  });
  return { ok: true, words };
}

/** Why a pattern could never mean what its author hoped, or undefined. */
export function badPattern(pattern: string): string | undefined {
  const read = readPattern(pattern);
  return read.ok ? undefined : read.problem;
}

/** Every step must match a pattern; any word of a pattern but a wildcard stands for itself. */
export function isAllowed(steps: Steps, patterns: readonly string[]): boolean {
  return steps.length > 0 && steps.every((argv) => readable(patterns).some(({ words }) => covers(words, argv)));
}

const readable = (patterns: readonly string[]) =>
  patterns.flatMap((pattern) => {
    const read = readPattern(pattern);
    return read.ok ? [{ pattern, words: read.words }] : [];
  });

function covers(words: readonly PatternWord[], argv: readonly string[], isName = namesOf(argv)): boolean {
  // A path can name any file an agent wrote: no wildcard vouches for it.
  if (words[0] === anyWord && argv[0]?.includes('/')) return false;
  return coversAll(
    words,
    argv,
    moreWords,
    (word, given) => {
      if (typeof word === 'object') return given.startsWith(word.option);
      return word === anyWord ? isName(given) : word === given;
    },
    isName,
  );
}

const namesOf = (argv: readonly string[]) => {
  const programs = argv.map(baseName);
  const isPytest = programs.includes('pytest') || programs.includes('py.test');
  const isMake = /^g?make$/.test(programs[0] ?? '');
  return (word: string): boolean =>
    !word.startsWith('-') &&
    // pytest reads further options from such a file; make takes such a word for a variable, its shell among them.
    !(isPytest && word.startsWith('@')) &&
    !(isMake && /^[^/]*=/.test(word));
};

/** The word for which no pattern stands although one would otherwise fit. */
export interface Denied {
  readonly word: string;
  readonly pattern: string;
  /** A pattern that would allow it; none for what puts other code in the place of the tests. */
  readonly instead?: string;
}

export function deniedWord(steps: Steps, patterns: readonly string[]): Denied | undefined {
  const argv = steps.find((each) => !isAllowed([each], patterns));
  if (!argv) return undefined;
  const isName = namesOf(argv);
  for (const { pattern, words } of readable(patterns)) {
    if (!covers(words, argv, () => true)) continue;
    const spelled = new Set(words.filter((word) => typeof word === 'string'));
    const word = argv.find((each) => !isName(each) && !spelled.has(each));
    if (word === undefined) continue;
    const options = argv.filter((each) => !isName(each) && !spelled.has(each));
    const instead = options.some(runsCode) ? undefined : spelling(argv, words);
    return { word, pattern, ...(instead === undefined ? {} : { instead }) };
  }
  return undefined;
}

/** Options that load code, take their settings from elsewhere or leave the verdict to somebody else. */
const codeOptions = new RegExp(
  '^--?(e|eval|p|print|c|r|require|import|(experimental-)?loader|env-file.*|test-reporter.*|reporters?|completion-bash|' +
    'config.*|root-?dir|setup-?files.*|global-?(setup|teardown)|test-?(environment|runner|sequencer|results-processor)|' +
    'transform|resolver|runner|exec|exec-path|toolexec|plugin.*|o|override-ini|confcutdir|script-shell|node-options|' +
    'ui|preset|haste.*|module.*|run-?script|init-file|target-dir|C|f|makefile|inspect.*|snapshot.*|build-snapshot.*|' +
    'u|update.*|pass-?with-?no-?tests|if-present|ignore.*|test-force-exit|exitfirst-never|suppress.*)(=|$)',
  'i',
);
const runsCode = (word: string): boolean => !word.startsWith('-') || codeOptions.test(word);

/** The pattern up to its first wildcard, then the options as they are and one wildcard for what stands between them. */
function spelling(argv: readonly string[], words: readonly PatternWord[]): string | undefined {
  const fixed = words.findIndex((word) => typeof word !== 'string');
  const parts = argv.slice(fixed).map((word) => {
    if (!word.startsWith('-')) return '*';
    const [, name] = /^(--?[A-Za-z][A-Za-z0-9-]*=)/.exec(word) ?? [];
    return name === undefined ? commandText([[word]]) : `${name}*`;
  });
  const merged = parts.filter((part, at) => part !== '*' || parts[at - 1] !== '*');
  const pattern = [commandText([argv.slice(0, fixed)]), ...merged].join(' ');
  return isAllowed([argv], [pattern]) ? pattern : undefined;
}
