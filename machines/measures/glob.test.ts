/** What a bug here would look like: a change outside a contract passes, or two tickets edit the same file unnoticed. */
import * as fc from 'fast-check';
import { badGlob, globMatcher, globsOverlap, matchesGlob } from './glob.js';

test.each([
  ['src/a.ts', 'src/a.ts', true],
  ['src/a.ts', 'src/a.tsx', false],
  ['src/auth', 'src/auth/a/b.ts', true],
  ['src/auth/', 'src/auth/a.ts', true],
  ['src/auth', 'src/authentic.ts', false],
  ['./src/auth', 'src/auth/a.ts', true],
  ['src//auth', 'src/auth/a.ts', true],
  ['src', 'lib/src', false],
  ['*', 'a/b', true],
  ['*.ts', 'a.ts', true],
  ['*.ts', 'src/a.ts', false],
  ['src/*.ts', 'src/.ts', true],
  ['src/*.ts', 'src/a/b.ts', false],
  ['**', 'a', true],
  ['**/*.test.*', 'a.test.ts', true],
  ['**/*.test.*', 'a/b/c.test.ts', true],
  ['**/*.test.*', 'a/test.ts', false],
  ['src/**/a.ts', 'src/a.ts', true],
  ['src/**/a.ts', 'src/x/y/a.ts', true],
  ['src/**', 'src', true],
  ['src/**', 'srcs/a', false],
  ['a**b', 'axxb', true],
  ['a**b', 'ax/xb', false],
  ['a?c', 'abc', true],
  ['a?c', 'a😀c', true],
  ['a?c', 'ac', false],
  ['a?c', 'a/c', false],
  ['{a,b}/c', 'b/c', true],
  ['src/{,sub/}*.ts', 'src/a.ts', true],
  ['src/{,sub/}*.ts', 'src/sub/a.ts', true],
  ['{a,{b,c}d}.ts', 'cd.ts', true],
  ['{{x}}/a', '{{x}}/a', true],
  ['{a', '{a', true],
  ['app/[id]/page.tsx', 'app/[id]/page.tsx', true],
  ['app/[id]/page.tsx', 'app/i/page.tsx', false],
  ['app/(group)/+page$.ts', 'app/(group)/+page$.ts', true],
  ['*', '.env', true],
  ['a/*/c', 'a/*/c', true],
  ['/src', 'src', false],
  ['{a,/b}', 'a', false],
])('%s covers %s: %s', (glob, path, expected) => {
  expect(matchesGlob(glob, path)).toBe(expected);
});

test.each([
  ['', 'is empty'],
  ['.', 'is empty'],
  ['./', 'is empty'],
  ['{a,}', 'is empty'],
  ['/a', 'is absolute'],
  ['{x,/a}', 'is absolute'],
  ['../a', 'leaves its directory'],
  ['a/../b', 'leaves its directory'],
  ['a/{.,x}./b', 'leaves its directory'],
  ['a\\b', 'backslash'],
  ['a\0', 'control character'],
  ['a\nb', 'control character'],
  ['.git', 'reaches into .git'],
  ['sub/.GIT/config', 'reaches into .git'],
  [':(top)a', 'starts with ":"'],
  ['!a', 'starts with "!"'],
  ['a'.repeat(501), '501 characters'],
  ['{a,b}'.repeat(7), 'more than 64 alternatives'],
  ['{a,b}'.repeat(80), 'more than 64 alternatives'],
  ['{a,b}'.repeat(6) + 'a'.repeat(60), 'grows beyond 4000'],
])('%j is refused', (glob, reason) => {
  expect(badGlob(glob)).toContain(reason);
});

test.each([
  'a',
  '**',
  'a'.repeat(500),
  '{a,b}'.repeat(6),
  '.github/a',
  '.gitignore',
  'a..b',
  'a:b',
  '-x',
  'app/[...all]',
])('%j is fine', (glob) => {
  expect(badGlob(glob)).toBeUndefined();
});

test.each([
  ['src/a.ts', 'src/b.ts', false],
  ['src/a.ts', 'src', true],
  ['src/*.ts', 'src/a*', true],
  ['src/*.ts', 'src/*.js', false],
  ['src/*.ts', 'lib/**', false],
  ['**/*.test.ts', 'src/auth', true],
  ['**/a', 'b/**', true],
  ['**/x/y', 'a/b/c', true],
  ['a/**/z', 'a/*/c/*/e', true],
  ['a/**/z', 'b/**/z', false],
  ['a*c', 'ab?', true],
  ['a*c', 'b*', false],
  ['{a,b}/x', '{c,b}/x', true],
  ['{a,b}/x', '{c,d}/x', false],
  ['/src', 'src', false],
])('%s and %s overlap: %s', (one, other, expected) => {
  expect(globsOverlap(one, other)).toBe(expected);
  expect(globsOverlap(other, one)).toBe(expected);
});

const below = (paths: readonly string[], names: readonly string[]) =>
  paths.flatMap((path) => names.map((name) => `${path}/${name}`));
/** Two segments of two characters each on either side are told apart by nothing longer than these. */
const names = ['a', 'b', 'aa', 'ab', 'ba', 'bb'];
const depths = [names];
for (let depth = 1; depth < 4; depth += 1) depths.push(below(depths.at(-1)!, names));
const paths = depths.flat();

const segment = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom('a', 'b', '?', '*'), minLength: 1, maxLength: 2 }) },
  { weight: 1, arbitrary: fc.constant('**') },
  { weight: 1, arbitrary: fc.constantFrom('{a,b}', '{a,bb}', '{?,*b}') },
);
const smallGlob = fc.array(segment, { minLength: 1, maxLength: 2 }).map((segments) => segments.join('/'));

const meanings: Readonly<Record<string, string>> = { '{': '(?:', ',': '|', '}': ')', '?': '[^/]', '*': '[^/]*' };

/** The same meaning, told by a regular expression: affordable for patterns this small. */
function asExpression(glob: string): RegExp {
  const parts = glob.split('/').map((part) => {
    if (part === '**') return '(?:[^/]+/)*';
    return `${[...part].map((char) => meanings[char] ?? char).join('')}/`;
  });
  return new RegExp(`^${parts.join('')}(?:[^/]+/)*$`);
}

test('matching agrees with a regular expression of the same meaning', () => {
  fc.assert(
    fc.property(smallGlob, (glob) => {
      const expression = asExpression(glob);
      expect(paths.filter(globMatcher([glob]))).toEqual(paths.filter((path) => expression.test(`${path}/`)));
    }),
    { numRuns: 300 },
  );
});

test('two patterns overlap exactly if some path matches both', () => {
  fc.assert(
    fc.property(smallGlob, smallGlob, (one, other) => {
      const both = [globMatcher([one]), globMatcher([other])];
      expect(globsOverlap(one, other)).toBe(paths.some((path) => both.every((matches) => matches(path))));
    }),
    { numRuns: 1500 },
  );
});

test('hostile patterns cost no more than the product of the lengths', () => {
  const stars = '*a'.repeat(249) + 'b';
  const deep = '**/a/'.repeat(99) + 'b';
  const started = performance.now();
  expect(matchesGlob(stars, 'a'.repeat(4000))).toBe(false);
  expect(matchesGlob(deep, 'a/'.repeat(1000) + 'a')).toBe(false);
  expect(globsOverlap(stars, '*a'.repeat(249) + 'c')).toBe(false);
  expect(globsOverlap('{a,b}'.repeat(6) + '*a'.repeat(25) + 'b', '{a,b}'.repeat(6) + '*a'.repeat(25) + 'c')).toBe(
    false,
  );
  expect(badGlob('{'.repeat(500))).toBeUndefined();
  expect(badGlob('{a,'.repeat(100) + '}'.repeat(100))).toContain('more than 64');
  expect(performance.now() - started).toBeLessThan(60_000);
});
