/** Its bug, to a user: a score that says nothing, because mutants change nothing, or because they change the original. */
import { transformSync } from 'esbuild';
import { instrumented, mutantsOf } from './mutants-of.js';

const file = 'src/store/x.ts';
const textsOf = (source: string, name = file) => mutantsOf(name, source).map(({ text }) => text);

test.each([
  ['a limit', 'x = a < b;', ['', 'a <= b', 'a >= b']],
  ['a condition, whose opposite is no third way', 'if (a <= b) f();', ['true', 'false', 'a < b', '']],
  ['operands', 'x = a && b;', ['', 'a', 'b']],
  ['a fallback', 'x = a ?? b;', ['', 'a', 'b']],
  ['a fallback that is there for the compiler', "x = a ?? '';", ['', "''"]],
  ['arithmetic, and not the joining of texts', "x = a - b + 'c';", ['', 'a + b']],
  ['a choice', 'x = a ? b : c;', ['', 'b', 'c']],
  ['a call that is waited for', 'async () => { await sync(dir); };', ['']],
  [
    'options of a command',
    "run(['diff', '--no-renames', '-z']);",
    ['', '[]', "['diff', '-z']", "['diff', '--no-renames']"],
  ],
  ['methods', 'x = list.filter(f).some(g);', ['', 'list.filter(f).every(g)', 'list']],
  ['a chain', 'x = a?.b.c;', ['', 'a.b.c']],
  ['small numbers by one, large ones altogether', 'x = [7, 5_000];', ['', '[]', '(7 + 1)', '0']],
])('breaks %s', (_, source, texts) => {
  expect(textsOf(source)).toEqual(texts);
});

test.each([
  ['words', "say('Call tot_end.');", ['']],
  ['types', 'type T = 1 | true; interface I { a?: 1 }', []],
  ['assertions', "assert(a < b, 'cannot be'); x = a ?? assert.fail('never');", ['', "assert.fail('never')"]],
])('leaves %s alone', (_, source, texts) => {
  expect(textsOf(source)).toEqual(texts);
});

test('leaves the sizes of pictures alone', () => {
  expect(textsOf('draw(x + 3, 12);', 'src/views/svg.ts')).toEqual(['']);
});

test('the same break twice in a function has two names', () => {
  const keys = mutantsOf(file, 'function f() { g(1); g(1); }').map(({ key }) => key);
  expect(keys).toEqual([...['f: g(1); → nothing', 'f: 1 → (1 + 1)', 'f: g(1); → nothing (2)', 'f: 1 → (1 + 1) (2)']]);
});

const source = `
export function f(a: number, b: number | undefined, said: string[]): string {
  if (a > 1) said.push('large');
  else said.push('small');
  const most = Math.max(a, b ?? 0);
  return \`\${most + 1} \${said.filter((word) => word !== 'x').join(' ')}\`;
}`;

/** What it gives with one mutant in force, or with none. */
function run(active: number): string {
  const code = instrumented(source, mutantsOf(file, source), 100);
  const { code: js } = transformSync(code, { loader: 'ts', format: 'cjs' });
  const module = { exports: {} as { f: (a: number, b: number | undefined, said: string[]) => string } };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- it is the program under test
  new Function('module', '__mutant', js)(module, (id: number) => id === active);
  return [
    [1, 5],
    [2, undefined],
    [3, 1],
    [0, undefined],
  ]
    .map(([a = 0, b]) => module.exports.f(a, b, ['x']))
    .join('; ');
}

test('with none in force the program is what it was, and each mutant makes another of it', () => {
  const original = '6 small; 3 large; 4 large; 1 small';
  expect(run(-1)).toBe(original);
  const mutants = mutantsOf(file, source);
  const unseen = mutants.filter((_, at) => run(100 + at) === original).map(({ key }) => key);
  expect(mutants.length).toBeGreaterThan(12);
  expect(unseen).toEqual([]);
});
