/**
 * Breaks every named guard of the charts, every predicate of the rules and every rule's check, one at a time, and looks
 * which test notices. Works on copies; the only file it writes here is docs/mutants.md. With words, only files whose path
 * has one of them are broken, only unit tests are asked, and nothing is written.
 */
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { writeSection } from './page.js';

interface Mutant {
  readonly name: string;
  readonly how: string;
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

interface Result {
  readonly mutant: Mutant;
  /** Undefined: every test passed. */
  readonly killedBy: string | undefined;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const lanes = 2;
const coreTests =
  '(machines|machines/rules|machines/rules/(tickets|closure)|machines/measures|src/session)/[^/]+\\.test\\.ts$';
let words: readonly string[] = [];

/** Mutants no test can tell from the original, and why. */
const equivalent: Readonly<Record<string, string>> = {
  'guard allFailed of gate-guards.ts, never holds':
    'runs that all failed are neither undecided nor flaky, and the last edge does with them what this one does',
  'guard ALREADY_REPORTED of ticket.machine.ts, never holds':
    'a check that has reported has no other edge for a report: it is not taken, with the code or without',
};

/** Answers how many survived without an explanation. */
export async function rulesCampaign(only: readonly string[]): Promise<number> {
  words = only;
  const results = await campaign(mutantsOf(sourceFiles()));
  if (words.length === 0) await writeSection(root, 'Charts and rules', report(results));
  const survived = results.filter(({ killedBy, mutant }) => killedBy === undefined && !(label(mutant) in equivalent));
  for (const { mutant } of survived) process.stdout.write(`survived: ${label(mutant)}\n`);
  process.stdout.write(`${summary(results)}\n`);
  return survived.length;
}

function sourceFiles(): string[] {
  const inDir = (dir: string, pattern: RegExp) =>
    readdirSync(join(root, dir))
      .filter((name) => pattern.test(name) && !name.endsWith('.test.ts'))
      .map((name) => `${dir}/${name}`);
  const all = [
    ...inDir('machines', /(\.machine|gate-guards)\.ts$/),
    ...inDir('machines/rules', /(\.rule|claim-verdict)\.ts$/),
    ...inDir('machines/rules/tickets', /(\.rule|run-verdict)\.ts$/),
    ...inDir('machines/rules/closure', /\.rule\.ts$/),
    ...inDir('machines/measures', /^closure\.ts$/),
  ];
  return words.length === 0 ? all : all.filter((file) => words.some((word) => file.includes(word)));
}

function mutantsOf(files: readonly string[]): Mutant[] {
  return files.flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.ES2023, true);
    const found: Mutant[] = [];
    const visit = (node: ts.Node): void => {
      found.push(...guardsIn(node, file), ...predicateIn(node, file), ...checkIn(node, file));
      ts.forEachChild(node, visit);
    };
    ts.forEachChild(source, visit);
    return found;
  });
}

function replaced(name: string, how: string, file: string, node: ts.Node, text: string): Mutant {
  return { name, how, file, from: node.getStart(), to: node.getEnd(), text };
}

/** Each member of `guards: { … }` in a chart, or of `const gateGuards = { … }` beside it. */
function guardsIn(node: ts.Node, file: string): Mutant[] {
  if (!ts.isPropertyAssignment(node) && !ts.isVariableDeclaration(node)) return [];
  if (!/^(guards|\w+Guards)$/.test(node.name.getText())) return [];
  if (!node.initializer || !ts.isObjectLiteralExpression(node.initializer)) return [];
  return node.initializer.properties.filter(ts.isPropertyAssignment).flatMap(({ name, initializer }) => {
    const guard = `guard ${name.getText()} of ${file.replace('machines/', '')}`;
    const negated = `(...args: any[]) => !(${initializer.getText()} as any)(...args)`;
    return [
      replaced(guard, 'never holds', file, initializer, '() => false'),
      replaced(guard, 'always holds', file, initializer, '() => true'),
      replaced(guard, 'negated', file, initializer, negated),
    ];
  });
}

/** Each function at the top of a file that gives a boolean. */
function predicateIn(node: ts.Node, file: string): Mutant[] {
  if (!ts.isSourceFile(node.parent)) return [];
  if (ts.isFunctionDeclaration(node) && node.body && node.type?.getText() === 'boolean') {
    const name = `predicate ${node.name?.getText() ?? ''}`;
    const negated = `{ return !(() => ${node.body.getText()})(); }`;
    return [
      replaced(name, 'never holds', file, node.body, '{ return false; }'),
      replaced(name, 'negated', file, node.body, negated),
    ];
  }
  if (!ts.isVariableStatement(node)) return [];
  return node.declarationList.declarations.flatMap(({ name, initializer }) => {
    if (!initializer || !ts.isArrowFunction(initializer) || initializer.type?.getText() !== 'boolean') return [];
    const { body } = initializer;
    const negated = ts.isBlock(body) ? `!(() => ${body.getText()})()` : `!(${body.getText()})`;
    return [
      replaced(`predicate ${name.getText()}`, 'never holds', file, body, 'false'),
      replaced(`predicate ${name.getText()}`, 'negated', file, body, negated),
    ];
  });
}

function checkIn(node: ts.Node, file: string): Mutant[] {
  const isCheck = (ts.isMethodDeclaration(node) || ts.isPropertyAssignment(node)) && node.name.getText() === 'check';
  if (!isCheck) return [];
  let above: ts.Node = node;
  while (!ts.isVariableDeclaration(above)) above = above.parent;
  return [replaced(`rule ${above.name.getText()}`, 'checks nothing', file, node, 'check: () => []')];
}

async function campaign(mutants: readonly Mutant[]): Promise<Result[]> {
  const queue = [...mutants];
  const done = new Map<Mutant, Result>();
  const copies = Array.from({ length: lanes }, copied);
  const [first = ''] = copies;
  const already = (await failing(first, 'unit', coreTests)) ?? (await failingModel(first));
  if (already !== undefined) throw new Error(`Nothing can be told of mutants while this fails unbroken: ${already}`);
  const lane = async (copy: string) => {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const result = { mutant, killedBy: await killer(copy, mutant) };
      done.set(mutant, result);
      process.stderr.write(`${done.size}/${mutants.length} ${label(mutant)}: ${result.killedBy ?? 'survived'}\n`);
    }
    rmSync(copy, { recursive: true });
  };
  await Promise.all(copies.map(lane));
  return mutants.flatMap((mutant) => done.get(mutant) ?? []);
}

/** What git knows or would know of this tree, and its installed packages. */
function copied(): string {
  const copy = mkdtempSync(join(tmpdir(), 'proctor-mutants-'));
  const listing = ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  for (const path of execFileSync('git', listing, { cwd: root, encoding: 'utf8' }).split('\0'))
    if (path !== '' && existsSync(join(root, path))) cpSync(join(root, path), join(copy, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** The nearest tests first, then all of the core, then the generated ones on a server built from the mutant. */
async function killer(copy: string, { file, from, to, text }: Mutant): Promise<string | undefined> {
  const path = join(copy, file);
  const original = readFileSync(path, 'utf8');
  writeFileSync(path, original.slice(0, from) + text + original.slice(to));
  try {
    const nearest = file.replace(/\.ts$/, '.test.ts');
    return (
      (existsSync(join(copy, nearest)) ? await failing(copy, 'unit', `${nearest}$`) : undefined) ??
      (await failing(copy, 'unit', 'machines/[^/]+\\.test\\.ts$')) ??
      (await failing(copy, 'unit', coreTests)) ??
      (await failingModel(copy))
    );
  } finally {
    writeFileSync(path, original);
  }
}

async function failingModel(copy: string): Promise<string | undefined> {
  if (words.length > 0) return undefined;
  await run(copy, ['scripts/build.mjs']);
  return failing(copy, 'model', 'model\\.test\\.ts$');
}

/** The first test that fails, with its file. */
async function failing(copy: string, project: string, pattern: string): Promise<string | undefined> {
  const output = join(copy, 'results.json');
  rmSync(output, { force: true });
  await run(copy, [
    ...['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--selectProjects', project, '--runInBand'],
    // Not --bail: it ends the process before the results are written.
    ...['--json', '--outputFile', output, '--testPathPatterns', pattern],
  ]);
  const { testResults } = JSON.parse(readFileSync(output, 'utf8')) as {
    testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
  };
  const file = testResults.find(({ status }) => status === 'failed');
  if (!file) return undefined;
  const test = file.assertionResults.find(({ status }) => status === 'failed')?.fullName ?? 'does not load';
  return `${file.name.slice(file.name.lastIndexOf('/') + 1)}: ${test}`;
}

/** Failing is what tests are for here: only a result that is missing is an error, and reading it says so. */
async function run(cwd: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, () => {
      resolve();
    });
  });
}

function label({ name, how }: Mutant): string {
  return `${name}, ${how}`;
}

function summary(all: readonly Result[]): string {
  const survivors = all.filter(({ killedBy }) => killedBy === undefined);
  const explained = survivors.filter(({ mutant }) => label(mutant) in equivalent).length;
  const killed = all.length - survivors.length;
  return `${all.length} mutants: ${killed} killed, ${explained} equivalent, ${survivors.length - explained} survived`;
}

function report(all: readonly Result[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const rows = all.map(({ mutant, killedBy }) => {
    const fate = killedBy ?? `**survives**: ${equivalent[label(mutant)] ?? 'not explained'}`;
    return `| ${cell(mutant.name)} | ${mutant.how} | ${cell(fate)} |`;
  });
  return [
    'Every named guard of the charts, every predicate of the rules and every check, broken one at a time in a copy of the tree, and the first test that noticed.',
    `${summary(all)}.`,
    ['| broken | how | noticed by |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
}
