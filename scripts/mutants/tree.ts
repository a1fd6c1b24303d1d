/** A copy of the tree that Node runs as it is: everything as JavaScript, with every mutant in it and none in force. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { transformSync } from 'esbuild';
import ts from 'typescript';
import type { Mutant } from './mutant.js';
import { isEndToEnd } from './end-to-end.js';
import { instrumented, mutantsOf } from './mutants-of.js';

export interface MutantTree {
  readonly path: string;
  /** What is broken in it. */
  readonly folder: string;
  readonly mutants: readonly Mutant[];
  readonly testFiles: readonly string[];
  /** Changes with anything the file imports, however far away. */
  readonly digestOf: (file: string) => string;
  readonly imports: (file: string, other: string) => boolean;
}

const compiled = /^(machines|src|scripts)\/.*(?<!\.d)\.ts$/;
const isTest = /^(?:machines|src|scripts)\/.*(?<!\.model)\.test\.ts$/;
/** Each of these takes longer than may be spent on one mutant. */
const isSlow =
  /\/(simulation|properties|board-properties|explore|damage-sweep|no-way-out|product|cost|many-sessions)\.test\.ts$/;
/** Of the end-to-end tests those about what is broken here; charts and views are seen without a server. */
const endToEnd: Readonly<Record<string, RegExp>> = {
  'src/store': /^src\/store\//,
  'src/engine': /^src\/(engine|store)\//,
};
// So that a process which a test starts works too, and without any mutant.
const prelude = 'globalThis.__mutant ??= (id) => id === Number(process.env.PROCTOR_MUTANT ?? -1);\n';

const here = 'src/testing/in-process.ts';
const lazily = (name: string) => `${name} = async (...args) => (await import('./in-process.js')).${name}(...args);\n`;
/** A function that is declared may be replaced within its module, and whoever imports it gets the other. */
const inProcess: Readonly<Record<string, string>> = {
  'src/testing/proctor-client.ts': lazily('connect'),
  'src/testing/run-cli.ts': lazily('runCli'),
};

export interface TestsAsked {
  /** Only tests of the folder itself. */
  readonly isNear: boolean;
  /** No end-to-end tests. */
  readonly isUnits: boolean;
}

export function mutantTree(root: string, folder: string, { isNear, isUnits }: TestsAsked): MutantTree {
  const path = mkdtempSync(join(tmpdir(), 'proctor-mutants-'));
  const listing = ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', listing, { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)));
  const mutants: Mutant[] = [];
  const texts = new Map<string, string>();
  for (const file of files) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    copyFileSync(join(root, file), join(path, file));
    if (!compiled.test(file)) continue;
    const text = readFileSync(join(root, file), 'utf8');
    const isBroken = file.startsWith(`${folder}/`) && !file.endsWith('.test.ts');
    const found = isBroken ? mutantsOf(file, text) : [];
    // Which mutants there are may change as well as the file.
    texts.set(file, text + found.map(({ key }) => key).join('\n'));
    const source = found.length > 0 ? prelude + instrumented(text, found, mutants.length) : text;
    const { code } = transformSync(source, { loader: 'ts', format: 'esm', target: 'node20', sourcefile: file });
    writeFileSync(join(path, file.replace(/\.ts$/, '.js')), code + (inProcess[file] ?? ''));
    mutants.push(...found);
  }
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'));
  const closureOf = closures(texts);
  const broken = new Set(mutants.map(({ file }) => file));
  const isUsed = (file: string) =>
    (!isNear || file.startsWith(`${folder}/`)) &&
    (!isEndToEnd(file) || (!isUnits && endToEnd[folder]?.test(file) === true));
  const testFiles = files
    .filter((file) => isTest.test(file) && !isSlow.test(file) && isUsed(file))
    .filter((file) => closureOf(file).some((each) => broken.has(each)));
  const digestOf = (file: string) => {
    const hash = createHash('sha256');
    for (const each of closureOf(file)) hash.update(each).update(texts.get(each) ?? '');
    return hash.digest('hex').slice(0, 24);
  };
  const imports = (file: string, other: string) => closureOf(file).includes(other);
  return { path, folder, mutants, testFiles, digestOf, imports };
}

/** Everything a file imports, however far away, and itself. */
function closures(texts: ReadonlyMap<string, string>): (file: string) => readonly string[] {
  const imports = new Map<string, string[]>();
  for (const [file, text] of texts) {
    const named = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
    const near = named.filter((name) => name.startsWith('.'));
    const paths = near.map((name) => posix.join(dirname(file), name).replace(/\.js$/, '.ts'));
    imports.set(
      file,
      paths.filter((path) => texts.has(path)),
    );
  }
  const known = new Map<string, readonly string[]>();
  return (file) => {
    const before = known.get(file);
    if (before) return before;
    const seen = new Set(isEndToEnd(file) ? [file, here] : [file]);
    for (const each of seen) for (const next of imports.get(each) ?? []) seen.add(next);
    const closure = [...seen].sort();
    known.set(file, closure);
    return closure;
  };
}
