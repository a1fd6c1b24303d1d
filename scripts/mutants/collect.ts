/** The globals a test file registers itself with, as a list of tests. */
import { format, inspect } from 'node:util';

type Work = () => unknown;

export interface Block {
  readonly parent: Block | undefined;
  readonly name: string;
  readonly beforeAll: Work[];
  readonly afterAll: Work[];
  readonly beforeEach: Work[];
  readonly afterEach: Work[];
}

export interface Test {
  readonly name: string;
  readonly block: Block;
  readonly run: Work;
}

const newBlock = (name: string, parent?: Block): Block => ({
  ...{ parent, name, beforeAll: [], afterAll: [], beforeEach: [], afterEach: [] },
});

let block = newBlock('');
let tests: Test[] = [];
const toSkip = Object.assign(() => undefined, { each: () => () => undefined });

function describe(name: string, body: Work): void {
  const outer = block;
  block = newBlock(`${outer.name}${name} `, outer);
  body();
  block = outer;
}

function test(name: string, run: Work): void {
  tests.push({ name: `${block.name}${name}`, block, run });
}

const each =
  (add: (name: string, body: Work) => void) =>
  (rows: readonly unknown[]) =>
  (name: string, body: (...args: unknown[]) => unknown): void => {
    rows.forEach((row, index) => {
      const args = Array.isArray(row) ? (row as unknown[]) : [row];
      add(title(name, args, index), () => body(...args));
    });
  };

function title(name: string, args: readonly unknown[], index: number): string {
  const used = name.match(/%[sdifjpo]/g)?.length ?? 0;
  const text = format(name.replaceAll('%p', '%j').replaceAll('%#', String(index)), ...args.slice(0, used));
  const [first] = args;
  return text.replaceAll(/\$(\w+)/g, (all, member: string) =>
    first !== null && typeof first === 'object' && member in first
      ? inspect((first as Record<string, unknown>)[member])
      : all,
  );
}

const hook = (kind: 'beforeAll' | 'afterAll' | 'beforeEach' | 'afterEach') => (work: Work) => {
  block[kind].push(work);
};

Object.assign(globalThis, {
  describe: Object.assign(describe, { each: each(describe), skip: toSkip }),
  test: Object.assign(test, { each: each(test), skip: toSkip }),
  beforeAll: hook('beforeAll'),
  afterAll: hook('afterAll'),
  beforeEach: hook('beforeEach'),
  afterEach: hook('afterEach'),
});

/** One file at a time: what it registers is all there is between the two. */
let turn: Promise<unknown> = Promise.resolve();

export async function collect(load: () => Promise<unknown>): Promise<Test[]> {
  const mine = turn.then(async () => {
    block = newBlock('');
    tests = [];
    await load();
    return tests;
  });
  turn = mine.catch(() => undefined);
  return mine;
}
