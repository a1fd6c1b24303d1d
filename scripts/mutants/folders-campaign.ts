/**
 * Breaks the code of whole folders in every way operators.ts knows, one mutant at a time, and asks the tests that reach it.
 * Everything is compiled once, with a switch at every place; workers keep the tests loaded and only turn the switch. What
 * was found is kept below node_modules/.cache for as long as the file stays as it is; survivors are asked again with
 * `--again`. The section of a folder in docs/mutants.md is written when all of it was looked at.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { coverageOf } from './coverage.js';
import { explained } from './explained.js';
import { Hunt, type Fate } from './hunt.js';
import { digest, Kept } from './kept.js';
import { Lane } from './lane.js';
import type { Mutant } from './mutant.js';
import { writeSection } from './page.js';
import { sectionOf, type Found } from './section.js';
import { mutantTree, type MutantTree, type TestsAsked } from './tree.js';

export interface Extent extends TestsAsked {
  /** One in so many. */
  readonly every: number;
  /** How long survivors are asked about again; 0 leaves them as they are. */
  readonly againMs: number;
}

interface Entry {
  readonly id: number;
  readonly mutant: Mutant;
  readonly key: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['src/store', 'src/session', 'src/engine', 'src/views'] as const;
const laneCount = 2;
const askedMs = 3_000;

/** Answers how many survived without an explanation. */
export async function foldersCampaign(wanted: readonly string[], extent: Extent): Promise<number> {
  const paths = wanted.length > 0 ? wanted.map((path) => path.replace(/\/$/, '')) : folders;
  const found: Found[] = [];
  // Ended by a signal, a process does not say that it exits, and its copy of the tree would stay.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  for (const folder of folders.filter((each) => paths.some((path) => `${path}/`.startsWith(`${each}/`)))) {
    const tree = mutantTree(root, folder, extent);
    const onExit = () => rmSync(tree.path, { recursive: true, force: true, maxRetries: 3 });
    process.once('exit', onExit);
    const entries = chosen(tree, paths, extent);
    found.push({ folder, every: extent.every, fates: await fatesOf(tree, entries, extent) });
    onExit();
    process.off('exit', onExit);
  }
  for (const each of found) if (paths.includes(each.folder)) await writeSection(root, each.folder, sectionOf(each));
  const left = found
    .flatMap(({ fates }) => fates)
    .filter(({ fate, name }) => fate !== 'killed' && !(name in explained));
  for (const { fate, name, line } of left) process.stdout.write(`${fate} at line ${line}: ${name}\n`);
  for (const { folder, fates } of found) {
    const killed = fates.filter(({ fate }) => fate === 'killed').length;
    process.stdout.write(`${folder}: ${killed} of ${fates.length} noticed\n`);
  }
  return left.length;
}

function chosen({ mutants, path }: MutantTree, paths: readonly string[], { every }: Extent): Entry[] {
  const hashes = new Map<string, string>();
  const hashOf = (file: string) => {
    const hash = hashes.get(file) ?? digest(readFileSync(join(path, file), 'utf8'));
    hashes.set(file, hash);
    return hash;
  };
  return mutants
    .map((mutant, id) => ({ id, mutant, key: `${mutant.file} ${hashOf(mutant.file)} ${mutant.key}` }))
    .filter(({ mutant: { file } }) => paths.some((each) => file === each || file.startsWith(`${each}/`)))
    .filter(({ mutant: { file, key } }) => parseInt(digest(`${file} ${key}`).slice(0, 8), 16) % every === 0);
}

async function fatesOf(tree: MutantTree, entries: readonly Entry[], { againMs }: Extent): Promise<Found['fates']> {
  const kept = new Kept<Fate>(root, `fates of ${tree.folder}`);
  const isToBeAsked = ({ key }: Entry) => {
    const known = kept.get(key)?.fate;
    return known === undefined || (known !== 'killed' && againMs > 0);
  };
  const queue = entries.filter(isToBeAsked);
  if (queue.length > 0) {
    const lanes = Array.from({ length: laneCount }, () => new Lane(tree.path));
    const coverage = await coverageOf(tree, lanes, root);
    process.stderr.write(`${entries.length} mutants, ${queue.length} to ask about\n`);
    let left = queue.length;
    const work = async (lane: Lane) => {
      const hunt = new Hunt(lane, coverage, Math.max(askedMs, againMs));
      for (let next = queue.shift(); next; next = queue.shift()) {
        const fate = await hunt.fateOf(next.id, next.mutant);
        kept.set(next.key, fate);
        left -= 1;
        if (fate.fate !== 'killed')
          process.stderr.write(`${fate.fate} ${next.mutant.file}:${next.mutant.line} ${next.mutant.key}\n`);
        if (left % 20 === 0) {
          kept.save();
          process.stderr.write(`${left} left, ${new Date().toISOString()}\n`);
        }
      }
      await lane.restart();
    };
    await Promise.all(lanes.map(work));
    kept.save();
  }
  return entries.map(({ mutant, key }) => {
    const fate = kept.get(key) ?? { fate: 'unreached' };
    return {
      name: `${mutant.file} ${mutant.key}`,
      line: mutant.line,
      fate: fate.fate,
      by: fate.fate === 'killed' ? fate.by : undefined,
    };
  });
}
