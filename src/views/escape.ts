/**
 * Text from agents is data: one function for each place it is shown in, so that it can neither act there nor hide.
 * Every function gives one line and starts from `plain`; what a language decodes again is kept from forming.
 */

/** Every kind of line end and tab; the rest of the controls get a picture instead of a space. */
const breaks = /\r\n|[\n\r\t\v\f\u0085\u2028\u2029]/gu;

/** Overrides and isolates reorder what follows them, so their removal is shown. */
const reordering = /[\u202A-\u202E\u2066-\u2069]/gu;

/** Zero-width, direction marks, tags and variation selectors: they show nothing and can carry a hidden message. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Lone surrogates and noncharacters cannot be encoded or are no XML. */
const broken = /[\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/** More marks than any script stacks would paint over the lines above and below. */
const stacked = /(\p{M}{4})\p{M}+/gu;

const substitute = '\uFFFD';

/** One harmless line: for a terminal, and the first step for everything else. */
export const plain = (text: string): string => harmless(text.replace(breaks, ' '));

/** For a page that shows a text as it was written: lines and tabs stay. */
export const plainLines = (text: string): string => (isAscii(text) ? text : harmless(text.replace(otherBreaks, '\n')));

/** For what a program printed: its colours are no text. Every other sequence of a terminal stays, to be seen. */
export const withoutColours = (text: string): string => text.replace(colours, '');

const colours = new RegExp(`${String.fromCharCode(0x1b)}\\[[0-9;:]*m`, 'g');

/** Most texts are, and there are many. */
const isAscii = (text: string): boolean => /^[\x20-\x7e\n\t]*$/.test(text);

/** Whatever ends a line but is not the end of one in a file. */
const otherBreaks = /\r\n|[\r\v\f\u0085\u2028\u2029]/gu;

function harmless(text: string): string {
  return text
    .replace(/(?![\n\t])\p{Cc}/gu, pictureOf)
    .replace(reordering, substitute)
    .replace(invisible, '')
    .replace(broken, substitute)
    .replace(stacked, '$1');
}

function pictureOf(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : substitute;
}

/** Inside a double-quoted DOT string. Backslash first, or the escapes added later would be escaped themselves. */
export function dotText(text: string): string {
  return plain(text)
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replace(/&(?=#?\w+;)/g, '&amp;');
}

/**
 * Inside a double-quoted Mermaid label. Mermaid looks for directives, icons, formulas and Markdown within labels and
 * more may come, so everything but letters, digits, spaces and commas is written as a number.
 */
export function mermaidText(text: string): string {
  return plain(text).replace(/[^\p{L}\p{M}\p{N} ,]/gu, (character) => `#${character.codePointAt(0) ?? 0};`);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** In the text or a quoted attribute of XML, SVG or HTML. */
export function xmlText(text: string): string {
  return plain(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/**
 * In Markdown prose. Some renderers turn addresses into links after they have resolved backslashes and entities, so
 * addresses are bracketed where they would start. What means nothing within a line stays readable in the raw text; at the
 * start, where lists, headings and rules begin, everything is escaped.
 */
export function markdownText(text: string): string {
  return plain(text)
    .replaceAll('://', '[://]')
    .replace(/\b(www)\./gi, '$1[.]')
    .replace(/(?<=\S)@(?=\S)/g, '[@]')
    .replace(/[\\`*_{}[\]<>|~&$#^!]|(?<=\])\(/g, '\\$&')
    .replace(/^(\s*\d*)([-+=.):])/, '$1\\$2');
}
