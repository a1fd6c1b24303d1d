/**
 * Splits text into words as a POSIX shell does, and stops at the first thing a shell would do more with than split: only
 * `&&` is let through. A word that parses here means the same to a shell, and the same without one.
 */

export type Token =
  | { readonly kind: 'word'; readonly text: string; readonly at: number }
  /** A bare `*`, where the reader of a pattern asks for it. */
  | { readonly kind: 'star'; readonly at: number }
  /** `--option=*`, likewise; `text` is what stands before the star. */
  | { readonly kind: 'option'; readonly text: string; readonly at: number }
  | { readonly kind: 'and'; readonly at: number };

export interface Problem {
  readonly ok: false;
  readonly problem: string;
}

type Tokens = { readonly ok: true; readonly tokens: readonly Token[] } | Problem;
type Part = { readonly ok: true; readonly text: string; readonly end: number } | Problem;

/** What a person cannot see, or sees in another place than it stands, must not be in a command they approve. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Zs}]/u;

/** Longest first. */
const operators: readonly (readonly [string, string])[] = [
  ['||', 'an "or" (||)'],
  ['|', 'a pipe (|)'],
  ['&>', 'a redirection (&>)'],
  ['&', 'a background job (&)'],
  [';', 'a command separator (;)'],
  ['>', 'a redirection (>)'],
  ['<', 'a redirection (<)'],
  ['(', 'a subshell (()'],
  [')', 'a subshell ())'],
  ['$(', 'a substitution ($()'],
  ['$', 'a variable ($)'],
  ['`', 'a substitution (`)'],
  ['*', 'a glob (*)'],
  ['?', 'a glob (?)'],
  ['[', 'a glob ([)'],
  ['{', 'a brace ({)'],
  ['}', 'a brace (})'],
  ['!', 'a history expansion or negation (!)'],
];

/** These mean something only where a word begins. */
const startOperators: readonly (readonly [string, string])[] = [
  ['~', 'a home directory (~)'],
  ['#', 'a comment (#)'],
];

/** A lone bracket is the program `[` and its last argument, not a glob. */
const isLoneBracket = (chars: readonly string[], at: number) => chars[at] === '[' && endsWord(chars, at + 1);

const isBlank = (char: string | undefined) => char === ' ' || char === '\t';

export const problemAt = (found: string, at: number): Problem => ({
  ok: false,
  problem: `${found} at character ${at + 1}`,
});

export function shellTokens(text: string, { starsAllowed = false } = {}): Tokens {
  const chars = [...text];
  const hidden = chars.findIndex((char) => unseen.test(char) && !isBlank(char));
  if (hidden !== -1) return problemAt(nameUnseen(chars[hidden] ?? ''), hidden);
  const tokens: Token[] = [];
  for (let at = 0; at < chars.length;) {
    if (isBlank(chars[at])) at += 1;
    else if (isAnd(chars, at)) {
      tokens.push({ kind: 'and', at });
      at += 2;
    } else if (starsAllowed && chars[at] === '*' && endsWord(chars, at + 1)) {
      tokens.push({ kind: 'star', at });
      at += 1;
    } else if (starsAllowed && optionAt(chars, at) !== undefined) {
      const text = optionAt(chars, at) ?? '';
      tokens.push({ kind: 'option', text, at });
      at += text.length + 1;
    } else {
      const word = readWord(chars, at);
      if (!word.ok) return word;
      tokens.push({ kind: 'word', text: word.text, at });
      at = word.end;
    }
  }
  return { ok: true, tokens };
}

/** `--name=` where a star and the end of the word follow. */
function optionAt(chars: readonly string[], at: number): string | undefined {
  const end = chars.indexOf('=', at);
  const text = chars.slice(at, end + 1).join('');
  return end !== -1 && /^--?[A-Za-z][A-Za-z0-9-]*=$/.test(text) && chars[end + 1] === '*' && endsWord(chars, end + 2)
    ? text
    : undefined;
}

const isAnd = (chars: readonly string[], at: number) => chars[at] === '&' && chars[at + 1] === '&';

const endsWord = (chars: readonly string[], at: number) => at >= chars.length || isBlank(chars[at]) || isAnd(chars, at);

function nameUnseen(char: string): string {
  if (char === '\n' || char === '\r') return 'a line break';
  const code = (char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `an invisible or control character (U+${code})`;
}

function readWord(chars: readonly string[], start: number): Part {
  let text = '';
  let at = start;
  while (!endsWord(chars, at)) {
    const part = readPart(chars, at, at === start);
    if (!part.ok) return part;
    text += part.text;
    at = part.end;
  }
  return { ok: true, text, end: at };
}

/** A quoted stretch, an escaped character or a plain one. */
function readPart(chars: readonly string[], at: number, isStart: boolean): Part {
  const char = chars[at] ?? '';
  if (char === "'") return readSingle(chars, at);
  if (char === '"') return readDouble(chars, at);
  if (char === '\\') {
    const escaped = chars[at + 1];
    if (escaped === undefined) return problemAt('a backslash with nothing after it', at);
    return { ok: true, text: escaped, end: at + 2 };
  }
  if (isStart && isLoneBracket(chars, at)) return { ok: true, text: char, end: at + 1 };
  const ahead = char + (chars[at + 1] ?? '');
  const table = isStart ? [...startOperators, ...operators] : operators;
  const found = table.find(([sign]) => ahead.startsWith(sign));
  return found ? problemAt(found[1], at) : { ok: true, text: char, end: at + 1 };
}

function readSingle(chars: readonly string[], at: number): Part {
  const close = chars.indexOf("'", at + 1);
  if (close === -1) return problemAt("a quote (') that is never closed", at);
  return { ok: true, text: chars.slice(at + 1, close).join(''), end: close + 1 };
}

/** Between double quotes a backslash is itself, except before what would otherwise act. */
function readDouble(chars: readonly string[], start: number): Part {
  let text = '';
  for (let at = start + 1; at < chars.length; at += 1) {
    const char = chars[at] ?? '';
    const next = chars[at + 1] ?? '';
    if (char === '"') return { ok: true, text, end: at + 1 };
    if (char === '`') return problemAt('a substitution (`)', at);
    if (char === '$') return problemAt(next === '(' ? 'a substitution ($()' : 'a variable ($)', at);
    const escapes = char === '\\' && next !== '' && '$`"\\'.includes(next);
    text += escapes ? next : char;
    if (escapes) at += 1;
  }
  return problemAt('a quote (") that is never closed', start);
}
