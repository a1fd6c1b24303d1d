/** Which test reaches which mutant, from one run of every test with none in force. */
import { Kept } from './kept.js';
import type { Lane } from './lane.js';
import type { MutantTree } from './tree.js';
import type { DryTest } from './worker.js';

export interface UnitTest {
  readonly file: string;
  readonly index: number;
  readonly name: string;
  readonly ms: number;
}

export interface Coverage {
  /** Tests that reach the mutant while they run. */
  readonly byTest: ReadonlyMap<number, readonly UnitTest[]>;
  /** Of what is reached while modules are loaded: the tests of files that import it. */
  readonly byLoading: ReadonlyMap<number, readonly UnitTest[]>;
}

/** Mutants by file and number within it: what stays the same when another file changes. */
interface DryFile {
  readonly loaded: readonly string[];
  readonly tests: readonly (Omit<DryTest, 'hits'> & { readonly hits: readonly string[] })[];
}

const fileMsMax = 300_000;
/** Loading everything anew for each file would take most of the time. */
const filesPerWorker = 12;

export async function coverageOf(tree: MutantTree, lanes: readonly Lane[], root: string): Promise<Coverage> {
  const [nameOf, numberOf] = names(tree);
  const kept = new Kept<DryFile>(root, `coverage of ${tree.folder}`);
  const files = new Map<string, DryFile>();
  const queue: string[] = [];
  for (const file of tree.testFiles) {
    const known = kept.get(`${file} ${tree.digestOf(file)}`);
    if (known) files.set(file, known);
    else queue.push(file);
  }
  const read = async (lane: Lane) => {
    for (let count = 1, file = queue.shift(); file !== undefined; count += 1, file = queue.shift()) {
      const answer = await lane.ask({ ask: 'dry', file }, fileMsMax);
      if (count % filesPerWorker === 0) await lane.restart();
      if (typeof answer === 'string' || !('tests' in answer)) {
        process.stderr.write(
          `${file} cannot be asked: ${typeof answer === 'string' ? answer : (answer.error ?? '')}\n`,
        );
        continue;
      }
      const tests = answer.tests.map((test) => ({ ...test, hits: test.hits.map(nameOf) }));
      for (const { name, error } of tests)
        if (error !== undefined) process.stderr.write(`${file} fails unbroken: ${name}: ${error.slice(0, 200)}\n`);
      const dry = { loaded: answer.loaded.map(nameOf), tests };
      files.set(file, dry);
      kept.set(`${file} ${tree.digestOf(file)}`, dry);
      kept.save();
    }
    await lane.restart();
  };
  await Promise.all(lanes.map(read));
  return inForce(tree, files, numberOf);
}

function inForce(tree: MutantTree, files: ReadonlyMap<string, DryFile>, numberOf: (name: string) => number): Coverage {
  const [byTest, byLoading] = [new Map<number, UnitTest[]>(), new Map<number, UnitTest[]>()];
  const loaded = new Set([...files.values()].flatMap((dry) => dry.loaded.map(numberOf)));
  for (const [file, dry] of files) {
    const atLoading = [...loaded].filter((id) => tree.imports(file, tree.mutants[id]?.file ?? ''));
    dry.tests.forEach(({ name, ms, error, hits }, index) => {
      if (error !== undefined) return;
      const test = { file, index, name, ms };
      for (const hit of hits) listIn(byTest, numberOf(hit)).push(test);
      for (const id of atLoading) listIn(byLoading, id).push(test);
    });
  }
  return { byTest, byLoading };
}

function listIn<V>(map: Map<number, V[]>, key: number): V[] {
  const list = map.get(key) ?? [];
  map.set(key, list);
  return list;
}

function names({ mutants }: MutantTree): [(id: number) => string, (name: string) => number] {
  const first = new Map<string, number>();
  mutants.forEach(({ file }, id) => first.has(file) || first.set(file, id));
  return [
    (id) => {
      const file = mutants[id]?.file ?? '';
      return `${file}#${id - (first.get(file) ?? 0)}`;
    },
    (name) => {
      const [file = '', index] = name.split('#');
      return (first.get(file) ?? 0) + Number(index);
    },
  ];
}
