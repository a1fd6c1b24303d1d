/** Titles as an agent that wants to act on a picture, a terminal or a reader would write them. */
import fc from 'fast-check';

export const hostileTexts: readonly string[] = [
  '"]; R9_X -> R9_Y; R9_X [fillcolor="green"',
  '\\',
  '\\"',
  '\\\\" ]; evil [label="',
  'ends in a backslash \\',
  '\\N \\G \\L \\E \\T',
  '&quot;]; &#34; &#8238; &amp;',
  '}\nR9_X -> R1_A\n{',
  'R1_A --> R9_X\r\n  click R1_A "https://evil.example"',
  '"]:::VALID\n  style R1_A fill:#0f0',
  '%%{init: {"theme": "dark"}}%%',
  '`**bold** [link](https://evil.example)`',
  '$$\\href{https://evil.example}{x}$$ fa:fa-check style a: #35;',
  '</text></svg><script>alert(1)</script>',
  ']]><image href="https://evil.example/x.png"/>',
  '" onload="alert(1)',
  "' onload='alert(1)",
  '![x](https://evil.example/x.png) <img src=x> www.evil.example a@evil.example',
  '\u001b[31mred\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007\u009b2J',
  '\u202Edesrever\u202C \u2066isolated\u2069 \u200Emark\u200F \u061C',
  'zero\u200Bwidth\u200D\uFEFF\u2060\u00AD',
  'tag\u{E0041}\u{E0042} selector\uFE0F\u{E0101}',
  'lines\u2028paragraphs\u2029next\u0085tab\tform\fvertical\v',
  'lone \uD800 surrogate \uDC00 and \uFFFE nonchar',
  `zalgo a${'\u0301'.repeat(50)}`,
  '漢字の長い題名がここに入りますのでとても長いですよ',
  'x'.repeat(300),
  '\u0000\u0001\u0007\b\u007F',
  '\u200B\u200B',
];

/** What would run or be drawn if it were taken for a part of the page; `window.ran` tells that it did. */
export const markupTexts: readonly string[] = [
  '</script><script>window.ran = 1</script>',
  '<!--<script>',
  '<img src=x onerror="window.ran = 2">',
  '<svg onload="window.ran = 3"><style>body{display:none}</style>',
  'javascript:window.ran=4',
];

/** What a terminal or a reader's eye acts upon. The newline is Proctor's own; whoever draws single lines asks for it too. */
export const acts = /(?!\n)\p{Cc}|[\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u;

/** The colours Proctor itself sets, and no other sequence: one that came from an agent must not be taken out with them. */
export const colours = /\p{Cc}\[[0-9;]*m/gu;

const surrogatesFrom = 0xd800;
const surrogatesCount = 0x800;

/**
 * Any character: the `binary` of fast-check, which makes a table of all of them, more than a million, in every test file
 * that loads this one.
 */
const anyCharacter = fc.nat({ max: 0x10ffff - surrogatesCount }).map(
  (at) => String.fromCodePoint(at < surrogatesFrom ? at : at + surrogatesCount),
  // The way back, by which it finds shorter texts that fail as well.
  (character) => {
    if (typeof character !== 'string' || !/^\P{Cs}$/su.test(character)) throw new Error('not one whole character');
    const at = character.codePointAt(0) ?? 0;
    return at < surrogatesFrom ? at : at - surrogatesCount;
  },
);

/** Any text at all, with the characters above mixed in often. */
export const anyText = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: anyCharacter, maxLength: 120 }),
  fc
    .array(
      fc.constantFrom(...'"\\\n\r;[]{}<>&#%`$:-|()\'=/! aR1._'.split(''), '\u001b', '\u202E', '\uD800', '\u2028'),
      {
        maxLength: 60,
      },
    )
    .map((parts) => parts.join('')),
);
