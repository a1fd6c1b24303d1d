/** Which test reaches which mutant, from one run of every unit test with none in force. */
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
  /** Tests of files that reach it while they are loaded. */
  readonly byLoading: ReadonlyMap<number, readonly UnitTest[]>;
}

/** Mutants by file and number within it: what stays the same when another file changes. */
interface DryFile {
  readonly loaded: readonly string[];
  readonly tests: readonly (Omit<DryTest, 'hits'> & { readonly hits: readonly string[] })[];
}

const fileMsMax = 400_000;

export async function coverageOf(tree: MutantTree, lanes: readonly Lane[], root: string): Promise<Coverage> {
  const [nameOf, numberOf] = names(tree);
  const kept = new Kept<DryFile>(root, `coverage of ${tree.folder}`);
  const [byTest, byLoading] = [new Map<number, UnitTest[]>(), new Map<number, UnitTest[]>()];
  const queue = [...tree.testFiles];
  const read = async (lane: Lane) => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const key = `${file} ${tree.digestOf(file)}`;
      let dry = kept.get(key);
      if (!dry) {
        const answer = await lane.ask({ ask: 'dry', file }, fileMsMax);
        await lane.restart();
        if (typeof answer === 'string' || !('tests' in answer)) {
          process.stderr.write(`${file} cannot be asked: ${typeof answer === 'string' ? answer : answer.error}\n`);
          dry = { loaded: [], tests: [] };
        } else {
          const tests = answer.tests.map((test) => ({ ...test, hits: test.hits.map(nameOf) }));
          dry = { loaded: answer.loaded.map(nameOf), tests };
          for (const { name, error } of tests)
            if (error !== undefined) process.stderr.write(`${file} fails unbroken: ${name}: ${error.slice(0, 200)}\n`);
        }
        kept.set(key, dry);
        kept.save();
      }
      dry.tests.forEach(({ name, ms, error, hits }, index) => {
        if (error !== undefined) return;
        const test = { file, index, name, ms };
        for (const hit of hits) listIn(byTest, numberOf(hit)).push(test);
        for (const hit of dry.loaded) listIn(byLoading, numberOf(hit)).push(test);
      });
    }
  };
  await Promise.all(lanes.map(read));
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
