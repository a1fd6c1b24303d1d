/** To a user the bug looks like this: twenty errors come back, and most of them do not say what to do about it. */
import { foremost } from '../session/foremost.js';
import { toolBench, type ToolBench } from '../testing/tool-bench.js';
import { fittedRefusal } from './fit-refusal.js';
import { bytesOf } from './fit.js';
import { rejected } from './reply.js';

interface Told {
  nodeId: string;
  error: string;
  message: string;
  suggestion: string;
}

const brief = 4096;

/** Each error's suggestion, looked up where it points. */
function suggestionsOf(errors: readonly Told[]): (string | undefined)[] {
  return errors.map(({ suggestion }) => {
    const place = /^As in errors\[(\d+)\]\.$/.exec(suggestion)?.[1];
    return place === undefined ? suggestion : errors[Number(place)]?.suggestion;
  });
}

const violation = (at: number, { code = 'NOT_PROPOSED', fix = 'Propose it first.', length = 200 } = {}) => ({
  ...{ code, subject: `R1.n${at}`, message: 'm'.repeat(length), fix },
});
const many = (count: number, more: object = {}) => Array.from({ length: count }, (_, at) => violation(at, more));
const small = (violations: ReturnType<typeof many>, bytesMax = brief) => {
  const reply = fittedRefusal({ reply: rejected(violations, { head: `1:${'a'.repeat(32)}` }), bytesMax });
  return { reply, errors: reply['errors'] as Told[] };
};

describe('a refusal that is too long', () => {
  test('says a suggestion that many share once, and every error finds it', () => {
    const fix = 'Propose it with tot_propose, work on it, then commit it with what was found there.';
    const { reply, errors } = small(many(20, { fix }));
    expect(bytesOf(reply)).toBeLessThanOrEqual(brief);
    expect(errors).toHaveLength(20);
    expect(suggestionsOf(errors)).toEqual(Array(20).fill(fix));
    expect(JSON.stringify(errors).split(fix)).toHaveLength(2);
  });

  test('shortens messages before it shortens any suggestion', () => {
    const fix = (at: number) => `Reopen R1.n${at} with tot_reclassify, or propose below another node than this one.`;
    const violations = many(20).map((each, at) => ({ ...each, fix: fix(at) }));
    const { reply, errors } = small(violations);
    expect(bytesOf(reply)).toBeLessThanOrEqual(brief);
    expect(errors.map(({ suggestion }) => suggestion)).toEqual(violations.map((_, at) => fix(at)));
  });

  test.each([4096, 2048, 1024])('keeps a suggestion of every kind within %i bytes', (bytesMax) => {
    const fixes = ['a', 'b', 'c'].map((letter) => letter.repeat(60));
    const violations = fixes.flatMap((fix, at) => many(6, { code: `CODE_${at}`, fix }));
    const { reply, errors } = small(violations, bytesMax);
    expect(bytesOf(reply)).toBeLessThanOrEqual(bytesMax);
    expect(new Set(suggestionsOf(errors))).toEqual(new Set(fixes));
    expect(errors.length === 18 ? 18 : reply['errorCount']).toBe(18);
  });

  test('fits even where nothing is like anything else', () => {
    const violations = many(20).map((each, at) => ({
      ...{ code: `${'C'.repeat(38)}${String.fromCharCode(65 + at)}`, subject: `${at}`.padStart(80, 'x') },
      ...{ message: each.message, fix: `${at} ${'f'.repeat(300)}` },
    }));
    const { reply, errors } = small(violations);
    expect(bytesOf(reply)).toBeLessThanOrEqual(brief);
    expect(errors).toHaveLength(20);
    expect(errors.every(({ suggestion }, at) => suggestion.startsWith(`${at} f`))).toBe(true);
  });
});

describe('of more than twenty violations', () => {
  test.each<[string, { code: string; fix: string }[], string[]]>([
    ['the first twenty, where all are alike', many(30), ['NOT_PROPOSED']],
    ['one of a code that comes last', [...many(30), violation(30, { code: 'LATE' })], ['NOT_PROPOSED', 'LATE']],
  ])('tells %s', (_which, violations, codes) => {
    const shown = foremost(violations);
    expect(shown).toHaveLength(20);
    expect([...new Set(shown.map(({ code }) => code))]).toEqual(codes);
  });

  test('tells one of every fix before another of the same', () => {
    const violations = [...many(30), violation(30, { fix: 'Something else.' })];
    expect(foremost(violations).at(-1)).toBe(violations[30]);
  });

  test('tells all of twenty', () => {
    const violations = many(20);
    expect(foremost(violations)).toBe(violations);
  });
});

describe('through the tools', () => {
  let bench: ToolBench;
  beforeEach(async () => {
    bench = await toolBench();
  });
  afterEach(async () => bench.close());

  test('a batch of many that are wrong in two ways says both, within its size', async () => {
    const { sessionId } = await bench.call('tot_start', { query: 'Why?', minRoots: 1 });
    const nodes = ['A', 'B'].map((suffix) => ({ id: `R1.${suffix}`, parent: null, title: 'T', plannedAction: 'P.' }));
    await bench.call('tot_propose', { sessionId, nodes });
    const unknown = Array.from({ length: 40 }, (_, at) => ({ nodeId: `R1.x${at}`, state: 'DRILL', findings: 'x' }));
    const results = [...unknown, { nodeId: 'R1.A', state: 'DEAD', findings: 'x' }];
    const requestId = 'many';
    const reply = await bench.call('tot_commit', { sessionId, results, requestId });
    const errors = reply['errors'] as Told[];
    expect(bytesOf(reply)).toBeLessThanOrEqual(brief);
    expect(reply['errorCount']).toBe(41);
    expect(new Set(errors.map(({ error }) => error))).toEqual(new Set(['NOT_PROPOSED', 'MISSING_EVIDENCE']));
    expect(suggestionsOf(errors).every((each) => (each?.length ?? 0) > 20)).toBe(true);
    // What the journal keeps of it has both, too.
    const again = await bench.call('tot_commit', { sessionId, results, requestId });
    expect(new Set((again['errors'] as Told[]).map(({ error }) => error))).toContain('MISSING_EVIDENCE');
  });
});
