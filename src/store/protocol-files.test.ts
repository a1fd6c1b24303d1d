/** Their bug, to a user: half a protocol holds nobody, or a typing error is told in words nobody can act upon. */
import { readFileSync } from 'node:fs';
import { parseProtocol, protocolIn } from './protocol-files.js';

const shipped = readFileSync(new URL('../../data/protocols/classic.json', import.meta.url), 'utf8');
const spoilt = (changes: object) => parseProtocol(Buffer.from(JSON.stringify({ ...JSON.parse(shipped), ...changes })));
const problemsOf = (changes: object) => {
  const parsed = spoilt(changes);
  return parsed.ok ? [] : parsed.problems;
};

test('a byte order mark, as some editors write it, is passed over', () => {
  expect(parseProtocol(Buffer.from(`\uFEFF${shipped}`))).toMatchObject({ ok: true, protocol: { name: 'classic' } });
});

test.each([
  ['a number too small', { depthMax: 0 }, 'depthMax: at least 1, not 0'],
  ['a number too large', { depthMax: 1e9 }, expect.stringMatching(/^depthMax: at most \d+, not 1000000000$/)],
  ['a text too short', { summary: '' }, 'summary: at least 1 character, not 0'],
  [
    'a text too long',
    { summary: 'x'.repeat(9_999) },
    expect.stringMatching(/^summary: at most \d+ characters, not 9999$/),
  ],
  ['a text instead of a number', { depthMax: 'ten' }, 'depthMax: a number, not "ten"'],
  ['a fraction', { depthMax: 1.5 }, 'depthMax: a whole number, not 1.5'],
  ['a number instead of a text', { summary: 7 }, 'summary: a text, not 7'],
  ['a list instead of an object', { rootsMin: [] }, 'rootsMin: an object, not []'],
  ['an object instead of a list', { concludedMaxByRound: {} }, 'concludedMaxByRound: a list, not {}'],
  ['a word instead of yes or no', { reasonRequired: 'yes' }, 'reasonRequired: true or false, not "yes"'],
  ['nothing', { depthMax: undefined }, 'depthMax: it is missing: a number'],
  ['a field that does not exist', { colour: 1 }, expect.stringMatching(/^colour: no such field; known here: name, /)],
  ['a long value', { depthMax: 'x'.repeat(60) }, `depthMax: a number, not "${'x'.repeat(39)}…`],
])('%s is told with what is wanted', (_, changes, words) => {
  expect(problemsOf(changes)).toEqual([words]);
});

test('an unknown chart says that its states are checked later', () => {
  expect(problemsOf({ chart: 'house@1' })).toEqual([
    expect.stringMatching(/^chart: one of node@1, .*, not "house@1"; states named elsewhere are checked once/),
  ]);
});

test.each([
  ['one field', { depthMax: 0 }, 1],
  ['two fields', { depthMax: 0, summary: 7 }, 2],
  ['two that do not exist', { colour: 1, size: 2 }, 2],
])('wrong fields are counted: %s', (_, changes, fields) => {
  expect(spoilt(changes)).toMatchObject({ ok: false, fields });
});

test('a file that is no JSON, or no object, is wrong as a whole', () => {
  expect(parseProtocol(Buffer.from('{,'))).toMatchObject({ ok: false, fields: 0 });
  expect(parseProtocol(Buffer.from('7'))).toMatchObject({ fields: 0, problems: ['the whole file: an object, not 7'] });
});

test('the fault of a file names it and what explains it', () => {
  expect(() => protocolIn('/p/house.json', Buffer.from('7'))).toThrow(
    expect.objectContaining({
      code: 'BAD_PROTOCOL',
      message: '/p/house.json: the whole file: an object, not 7.',
      fix: expect.stringContaining('proctor check-protocol /p/house.json'),
    }),
  );
});
