/**
 * Runs unit tests again and again in one process, each time with another mutant in force: what takes the time otherwise is
 * loading, not testing. Knows as much of Jest as the tests here use. Started by lane.ts, in a copy of the tree.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'expect';
import fc from 'fast-check';
import { collect, type Block, type Test } from './collect.js';

export interface DryTest {
  readonly name: string;
  readonly ms: number;
  readonly error: string | undefined;
  readonly hits: readonly number[];
}
export type Request =
  | { readonly ask: 'dry'; readonly file: string }
  | { readonly ask: 'load'; readonly file: string }
  | { readonly ask: 'run'; readonly file: string; readonly test: number; readonly mutant: number };
export type Reply =
  | { readonly loaded: readonly number[]; readonly tests: readonly DryTest[] }
  | { readonly error: string | undefined; readonly name: string };

let active = Number(process.env['PROCTOR_MUTANT'] ?? -1);
let hits = new Set<number>();
const isFixed = active >= 0;
let uncaught: unknown;

Object.assign(globalThis, {
  expect,
  __mutant: (id: number) => {
    hits.add(id);
    return id === active;
  },
});
// A counterexample is enough; the smallest one is for people.
fc.configureGlobal({ endOnFailure: true });
process.on('uncaughtException', (error) => (uncaught = error));
process.on('unhandledRejection', () => undefined);

const files = new Map<string, Promise<Test[]>>();

async function testsOf(file: string): Promise<Test[]> {
  const known = files.get(file);
  if (known) return known;
  const collected = collect(async () => import(pathToFileURL(join(process.cwd(), file.replace(/\.ts$/, '.js'))).href));
  files.set(file, collected);
  return collected;
}

async function hooks(list: readonly (() => unknown)[]): Promise<void> {
  for (const hook of list) await hook();
}

const above = (block: Block): Block[] => (block.parent ? [...above(block.parent), block] : [block]);

/** One test with everything around it. Gives what went wrong. */
async function run(test: Test): Promise<string | undefined> {
  const blocks = above(test.block);
  uncaught = undefined;
  const failures: unknown[] = [];
  const attempt = async (work: () => Promise<void>) =>
    work().catch((error: unknown) => void failures.push(error ?? 'nothing'));
  await attempt(async () => {
    for (const { beforeAll } of blocks) await hooks(beforeAll);
    for (const { beforeEach } of blocks) await hooks(beforeEach);
    await test.run();
  });
  for (const { afterEach } of blocks.toReversed()) await attempt(async () => hooks(afterEach.toReversed()));
  for (const { afterAll } of blocks.toReversed()) await attempt(async () => hooks(afterAll.toReversed()));
  if (uncaught !== undefined) failures.push(uncaught);
  const [first] = failures;
  if (failures.length === 0) return undefined;
  return first instanceof Error ? first.message : String(first);
}

async function dry(file: string): Promise<Reply> {
  hits = new Set();
  const tests = await testsOf(file);
  const loaded = [...hits];
  const results: DryTest[] = [];
  for (const test of tests) {
    hits = new Set();
    const start = performance.now();
    const error = await run(test);
    results.push({ name: test.name, ms: performance.now() - start, error, hits: [...hits] });
  }
  return { loaded, tests: results };
}

async function answer(request: Request): Promise<Reply> {
  if (request.ask === 'dry') return dry(request.file);
  let tests: Test[];
  try {
    tests = await testsOf(request.file);
  } catch (error) {
    return { name: 'loading', error: String(error) };
  }
  if (request.ask === 'load') return { name: 'loading', error: undefined };
  const test = tests[request.test];
  if (!test) return { name: 'loading', error: 'has fewer tests' };
  if (!isFixed) active = request.mutant;
  try {
    return { name: test.name, error: await run(test) };
  } finally {
    if (!isFixed) active = -1;
  }
}

process.on('message', (request: Request) => {
  void answer(request).then(
    (reply) => process.send?.(reply),
    (error: unknown) => process.send?.({ name: 'loading', error: String(error) } satisfies Reply),
  );
});
process.on('disconnect', () => process.exit());
