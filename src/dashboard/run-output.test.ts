/** What is kept of an output is shown as the run's only where nothing but Proctor itself can have made it different. */
import { leftOutLine } from '../../machines/measures/kept-output.js';
import { redact } from '../../machines/measures/redact.js';
import { failingLines } from '../../machines/measures/test-summary.js';
import { CappedOutput } from '../engine/verify/capped-output.js';
import { acts, hostileTexts } from '../testing/hostile-text.js';
import { shownOutput } from './run-output.js';

/** As a run prints it, the store keeps it and the journal tells of it; `meddle` is somebody else at the file. */
async function shown(printed: string | Buffer, meddle: (kept: string) => string = (kept) => kept) {
  const capped = new CappedOutput();
  capped.add(Buffer.from(printed));
  const { output, outputBytes: bytes, outputHash: hash } = capped.finish();
  const text = redact(output.toString('utf8'));
  return shownOutput(Buffer.from(meddle(text)), { hash, bytes }, () => Promise.resolve(failingLines(text)));
}

const flood = Array.from({ length: 200_000 }, (_, at) => `line ${at}`).join('\n');
const middle = leftOutLine(flood.length) ?? '';
const secret = 'not ok 1\nAPI_TOKEN=abcdefgh\n';
const noText = Buffer.from('not ok 1 a\xff\n', 'latin1');
const addresses = 'ab://:x@ '.repeat(50);

test.each([
  ['all of it', 'ok 1\n\tnot ok 2\n', 'same', 'ok 1\n\tnot ok 2\n'],
  ['nothing', '', 'same', ''],
  ['a secret', secret, 'masked', 'not ok 1\nAPI_TOKEN=[redacted]\n'],
  ['secrets shorter than what stands for them', addresses, 'masked', 'ab://:[redacted]@ '.repeat(50)],
  ['what is no text', noText, 'masked', 'not ok 1 a\uFFFD\n'],
  ['nothing but what is no text', Buffer.alloc(9, 0xff), 'masked', '\uFFFD'.repeat(9)],
  ['half of a character', Buffer.from('漢字').subarray(0, 5), 'masked', '漢\uFFFD'],
  ['more than is kept', flood, 'cut', expect.stringContaining(`\n${middle}\n`)],
  ['that, of no text', Buffer.alloc(1 << 21, 0xff), 'cut', expect.stringMatching(/^\uFFFD+\n.* left out .*\n\uFFFD+$/)],
  ['a key without an end, before the cut', `-----BEGIN PRIVATE KEY-----\n${flood}`, 'masked', '[redacted]'],
])('%s', async (_, printed, compared, text) => {
  expect(await shown(printed)).toEqual({ kind: 'shown', compared, text });
});

test.each([
  ['another word', 'not ok 1\n', (kept: string) => kept.replace('not ok', 'ok')],
  ['one more line', 'not ok 1\n', (kept: string) => `${kept}ok 2\n`],
  ['nothing of it', 'not ok 1\n', () => ''],
  ['another one, with what stands for a secret', 'not ok 1\n', () => 'ALL TESTS PASSED [redacted]\n'],
  ['another one, with what stands for no text', 'not ok 1, not at all\n', () => 'ALL TESTS PASSED \uFFFD\n'],
  ['a masked one that failed', secret, (kept: string) => kept.replace('not ok', 'ok')],
  ['much more behind its excerpt', secret, (kept: string) => `${kept}\n${'ok 2\n'.repeat(20)}`],
  ['less behind its excerpt', 'not ok 1\n\n\n\uFFFDrest\n', (kept: string) => kept.replace('rest', '')],
  ['a cut one without its cut', flood, (kept: string) => kept.replace(middle, '')],
  ['a cut one in few words', flood, () => `ALL TESTS\n${middle}\nPASSED\n`],
  ['the end of a cut one', flood, (kept: string) => kept.replace(/line 199999$/, 'LINE 199999')],
])('altered: %s', async (_, printed, meddle) => {
  expect(await shown(printed, meddle)).toEqual({ kind: 'altered' });
});

test('colours go, everything else that would act is seen or gone, and hashes are of what was printed', async () => {
  expect(await shown('\u001b[31mred\u001b[0m \u001b[2J\u202Eevil\r\nnext')).toMatchObject({
    ...{ compared: 'same', text: 'red ␛[2J\uFFFDevil\nnext' },
  });
  const output = await shown(hostileTexts.join('\n'));
  const text = output.kind === 'shown' ? output.text.replaceAll('\t', ' ') : '';
  expect([text.length > 500, acts.exec(text)?.[0]]).toEqual([true, undefined]);
});
