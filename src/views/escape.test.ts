import fc from 'fast-check';
import { anyText, hostileTexts } from '../testing/hostile-text.js';
import { dotText, markdownText, mermaidText, plain, xmlText } from './escape.js';

const harmful =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF\uFFFE\uFFFF\u{E0000}-\u{E0FFF}]/u;

describe('plain text', () => {
  test.each([
    ['an escape sequence', '\u001b[31mred', '␛[31mred'],
    ['a C1 control', 'a\u009b2Jb', 'a\uFFFD2Jb'],
    ['a delete', 'a\u007Fb', 'a␡b'],
    ['an override', 'a\u202Eb\u202C', 'a\uFFFDb\uFFFD'],
    ['an isolate', '\u2066a\u2069', '\uFFFDa\uFFFD'],
    ['a direction mark', 'a\u200Eb\u200Fc', 'abc'],
    ['zero-width characters', 'a\u200B\u200D\u2060\uFEFFb', 'ab'],
    ['hidden tags', 'a\u{E0041}\u{E0101}b', 'ab'],
    ['line ends', 'a\r\nb\nc\u2028d\u2029e\u0085f\tg', 'a b c d e f g'],
    ['a lone surrogate', 'a\uD800b', 'a\uFFFDb'],
    ['stacked marks', `e${'\u0301'.repeat(9)}`, `e${'\u0301'.repeat(4)}`],
  ])('makes %s harmless', (_what, text, expected) => {
    expect(plain(text)).toBe(expected);
  });

  test('leaves what people write alone', () => {
    const text = 'Größe > 3 · naïve, 漢字, שלום, ελληνικά, 🙂 "quoted" \\ back';
    expect(plain(text)).toBe(text);
  });
});

test('nothing that acts or hides survives any of them', () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom(plain, dotText, mermaidText, xmlText, markdownText), (text, escape) => {
      expect(escape(text)).not.toMatch(harmful);
    }),
  );
});

describe('DOT', () => {
  test.each([
    ['a\\', 'a\\\\'],
    ['\\"', '\\\\\\"'],
    ['say "hi"', 'say \\"hi\\"'],
    ['a\nb', 'a b'],
    ['\\N', '\\\\N'],
    ['&#8238; &lt; A & B', '&amp;#8238; &amp;lt; A & B'],
  ])('%j becomes %j', (text, expected) => {
    expect(dotText(text)).toBe(expected);
  });

  test('no text can end the string it stands in', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(`"${dotText(text)}"`).toMatch(/^"(?:[^"\\\n]|\\.)*"$/u);
      }),
    );
  });
});

test('Mermaid sees letters, digits, spaces, commas and numbered characters only', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(mermaidText(text)).toMatch(/^(?:[\p{L}\p{M}\p{N} ,]|#\d+;)*$/u);
    }),
  );
  expect(mermaidText('p99 > 30 "s"')).toBe('p99 #62; 30 #34;s#34;');
});

test('XML sees text, in elements and in attributes', () => {
  expect(xmlText(`<a b="c" d='e'>&amp;`)).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;');
  for (const text of hostileTexts) expect(xmlText(text)).toMatch(/^(?:[^<>&"']|&(?:amp|lt|gt|quot|#39);)*$/u);
});

describe('Markdown', () => {
  test.each([
    ['# head', '\\# head'],
    ['*a* _b_ `c`', '\\*a\\* \\_b\\_ \\`c\\`'],
    ['[a](b) <i> ![c](d)', '\\[a\\]\\(b) \\<i\\> \\!\\[c\\]\\(d)'],
    ['a | b', 'a \\| b'],
    ['&lt;', '\\&lt;'],
    ['1. one\n- two', '1\\. one - two'],
    ['- one', '\\- one'],
    [' + one', ' \\+ one'],
    ['2) two', '2\\) two'],
    ['=== ', '\\=== '],
    ['--- ', '\\--- '],
    ['> quote', '\\> quote'],
    ['a.b: c/d, (e); "f" - g', 'a.b: c/d, (e); "f" - g'],
  ])('%j is shown as it is', (text, expected) => {
    expect(markdownText(text)).toBe(expected);
  });

  test('an address does not become a link, even where links are found after unescaping', () => {
    const shown = markdownText('see https://evil.example, www.evil.example or a@evil.example').replaceAll('\\', '');
    expect(shown).toBe('see https[://]evil.example, www[.]evil.example or a[@]evil.example');
  });
});
