/** What is kept of an output is shown as the run's only where nothing but Proctor itself can have made it different. */
import { leftOutLine } from '../../machines/measures/kept-output.js';
import { redact } from '../../machines/measures/redact.js';
import { CappedOutput } from '../engine/verify/capped-output.js';
import { acts, hostileTexts } from '../testing/hostile-text.js';
import { shownOutput } from './run-output.js';

/** As a run prints it and the store keeps it; `meddle` is somebody else at the file. */
function shown(printed: string | Buffer, meddle: (kept: string) => string = (kept) => kept) {
  const capped = new CappedOutput();
  capped.add(Buffer.from(printed));
  const { output, outputBytes: bytes, outputHash: hash } = capped.finish();
  return shownOutput(Buffer.from(meddle(redact(output.toString('utf8')))), { hash, bytes });
}

const flood = Array.from({ length: 200_000 }, (_, at) => `line ${at}`).join('\n');
const middle = leftOutLine(flood.length) ?? '';

test.each([
  ['all of it', 'ok 1\n\tnot ok 2\n', 'same', 'ok 1\n\tnot ok 2\n'],
  ['nothing', '', 'same', ''],
  ['a secret', 'API_TOKEN=abcdefgh\n', 'masked', 'API_TOKEN=[redacted]\n'],
  ['what is no text', Buffer.from([0x61, 0xff, 0x0a]), 'masked', 'a\uFFFD\n'],
  ['more than is kept', flood, 'cut', expect.stringContaining(`\n${middle}\n`)],
  ['a key without an end, before the cut', `-----BEGIN PRIVATE KEY-----\n${flood}`, 'masked', '[redacted]'],
])('%s', (_, printed, compared, text) => {
  expect(shown(printed)).toEqual({ kind: 'shown', compared, text });
});

test.each([
  ['another word', 'not ok 1\n', (kept: string) => kept.replace('not ok', 'ok')],
  ['one more line', 'not ok 1\n', (kept: string) => `${kept}ok 2\n`],
  ['nothing of it', 'not ok 1\n', () => ''],
  ['a cut one without its cut', flood, (kept: string) => kept.replace(middle, '')],
])('altered: %s', (_, printed, meddle) => {
  expect(shown(printed, meddle)).toEqual({ kind: 'altered' });
});

test('colours go, everything else that would act is seen or gone, and hashes are of what was printed', () => {
  expect(shown('\u001b[31mred\u001b[0m \u001b[2J\u202Eevil\r\nnext')).toMatchObject({
    ...{ compared: 'same', text: 'red ␛[2J\uFFFDevil\nnext' },
  });
  const output = shown(hostileTexts.join('\n'));
  const text = output.kind === 'shown' ? output.text.replaceAll('\t', ' ') : '';
  expect([text.length > 500, acts.exec(text)?.[0]]).toEqual([true, undefined]);
});
