/**
 * What looking an agent up costs, however many transcripts there are: 10 beside 10,000, in one run and taking turns. Run
 * with `npm run bench:transcripts`.
 */
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { temporaryDir } from '../src/testing/proctor-client.js';
import { askedFor, claudeProject, claudeRows, lines, nested } from '../src/testing/transcript-files.js';
import { ClaudeCodeTranscripts } from '../src/transcripts/claude-code.js';
import { realFiles } from '../src/transcripts/files.js';
import { TranscriptRoot } from '../src/transcripts/transcript-root.js';

const rounds = 300;
const firsts = 15;
const project = '/bench/project';

interface Shape {
  readonly sessions: number;
  readonly each: number;
  /** As older versions had it: beside the sessions. */
  readonly flat?: boolean;
}

const shapes = {
  'one folder': [
    { sessions: 1, each: 10 },
    { sessions: 1, each: 10_000 },
  ],
  'the older, flat folder': [
    { sessions: 1, each: 10, flat: true },
    { sessions: 1, each: 10_000, flat: true },
  ],
  '1 and 1,000 sessions of 10': [
    { sessions: 1, each: 10 },
    { sessions: 1000, each: 10 },
  ],
} as const satisfies Record<string, readonly [Shape, Shape]>;

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const agentOf = (session: number, index: number): string => `a${session}x${index}`;

async function fill(root: string, { sessions, each, flat }: Shape): Promise<void> {
  const folder = claudeProject(root, project);
  for (let session = 0; session < sessions; session += 1) {
    const path = (id: string) => (flat ? join(folder, `agent-${id}.jsonl`) : nested(root, project, id, `s${session}`));
    await mkdir(join(path('x'), '..'), { recursive: true });
    for (let index = 0; index < each; index += 1) {
      const id = agentOf(session, index);
      await writeFile(path(id), lines(claudeRows(id, { sessionId: `s${session}` })));
    }
    // Such folders have mostly been quiet for a while.
    await utimes(join(path('x'), '..'), new Date(0), new Date(0));
  }
  await utimes(folder, new Date(0), new Date(0));
}

const open = (root: string) => new ClaudeCodeTranscripts(new TranscriptRoot(realFiles, root));

async function timed(transcripts: ClaudeCodeTranscripts, agentId: string, kind: string): Promise<number> {
  const begun = performance.now();
  const looked = await transcripts.look(askedFor(agentId, project));
  const took = performance.now() - begun;
  if (looked.kind !== kind) throw new Error(`${agentId}: ${JSON.stringify(looked)}`);
  return took;
}

/** Spread over all there are, and the same ones every time. */
const pick = ({ sessions, each }: Shape, round: number): string =>
  agentOf((round * 7919) % sessions, (round * 104_729) % each);

const ms = (value: number) => `${value.toFixed(2)} ms`;
const row = (...cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);

const { path, remove } = await temporaryDir('proctor-bench-');
row('a look', 'few', 'many', 'many against few', 'goal', 'met');
row('---', '---', '---', '---', '---', '---');
for (const [name, pair] of Object.entries(shapes)) {
  process.stderr.write(`${name} …\n`);
  const sides = pair.map((shape, side) => ({ shape, root: join(path, `${name}-${side}`) }));
  for (const { root, shape } of sides) await fill(root, shape);

  const first: number[][] = [[], []];
  for (let round = 0; round < firsts; round += 1)
    for (const [side, { root, shape }] of sides.entries())
      first[side]?.push(await timed(open(root), pick(shape, round), 'verified'));

  const found: number[][] = [[], []];
  const missed: number[][] = [[], []];
  const opened = sides.map(({ root }) => open(root));
  for (let round = -20; round < rounds; round += 1)
    for (const [side, { shape }] of sides.entries()) {
      const transcripts = opened[side];
      if (!transcripts) continue;
      const tookFound = await timed(transcripts, pick(shape, Math.abs(round)), 'verified');
      const tookMissed = await timed(transcripts, `none${round}`, 'rejected');
      if (round < 0) continue;
      found[side]?.push(tookFound);
      missed[side]?.push(tookMissed);
    }

  const tell = (what: string, [few = [], many = []]: number[][], goal?: number) => {
    const ratio = median(many) / median(few);
    const met = goal === undefined ? '' : ratio <= goal ? 'yes' : '**no**';
    const want = goal === undefined ? '' : `≤ ${goal} ×`;
    row(`${name}: ${what}`, ms(median(few)), ms(median(many)), `${ratio.toFixed(2)} ×`, want, met);
  };
  // Which of a thousand sessions an agent is in has to be found out once.
  tell('the first after a start', first, name.includes('sessions') ? undefined : 1.5);
  tell('an agent that is there', found, 1.5);
  tell('an agent that is not', missed, name.includes('sessions') ? undefined : 1.5);
}
await remove();
