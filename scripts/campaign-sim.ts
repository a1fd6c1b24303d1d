/**
 * Runs the simulator over many seeds, on two cores. `--seeds N` how many, `--from N` the first, `--seed N` that one
 * alone with every step told, `--plant NAME` with a bug for it to find.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

interface Report {
  readonly totals: Readonly<Record<string, number>>;
  readonly breaches: readonly { readonly seed: number; readonly breach: string }[];
}

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10000' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string' },
    plant: { type: 'string' },
    workers: { type: 'string', default: '2' },
  },
});

const batchSeeds = 500;
const progressMs = 5000;
const breachesShownMax = 10;
const worker = fileURLToPath(new URL('../src/testing/simulation/campaign-worker.ts', import.meta.url));

const isTraced = values.seed !== undefined;
let next = Number(values.seed ?? values.from);
const end = isTraced ? next + 1 : next + Number(values.seeds);
const totals: Record<string, number> = { seeds: 0, violations: 0 };
const startedAt = performance.now();
const seconds = () => (performance.now() - startedAt) / 1000;
let shown = 0;

function take({ totals: more, breaches }: Report): void {
  for (const [name, count] of Object.entries(more)) totals[name] = (totals[name] ?? 0) + count;
  for (const { seed, breach } of breaches) {
    shown += 1;
    if (shown <= breachesShownMax) console.error(`seed ${seed}: ${breach}`);
  }
}

function progress(): void {
  const { seeds = 0, violations = 0 } = totals;
  console.error(`${seeds} seeds, ${Math.round(seeds / seconds())} a second, ${violations} violations`);
}

function finish(): void {
  const inOrder = Object.entries(totals).map(([name, count]) => `${name.padEnd(20)}${String(count).padStart(12)}`);
  console.log([...inOrder, `${'seconds'.padEnd(20)}${seconds().toFixed(0).padStart(12)}`].join('\n'));
  process.exitCode = totals['violations'] === 0 ? 0 : 1;
}

/** Hands a worker one batch after the other; done when there are no seeds left. */
async function work(child: ChildProcess): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`a worker ended with ${code}`)));
    child.on('message', (report: Report) => {
      take(report);
      if (next >= end) {
        resolve();
        return;
      }
      const to = Math.min(next + batchSeeds, end);
      child.send({ from: next, to, isTraced, ...(values.plant !== undefined && { bug: values.plant }) });
      next = to;
    });
  });
}

// Many short-lived promises: a larger nursery keeps them out of the old generation.
const execArgv = [...process.execArgv, '--max-semi-space-size=64'];
const children = Array.from({ length: isTraced ? 1 : Number(values.workers) }, () => fork(worker, { execArgv }));
const timer = isTraced ? undefined : setInterval(progress, progressMs);
const stop = (): void => {
  clearInterval(timer);
  for (const child of children) child.removeAllListeners().kill('SIGKILL');
};

process.on('SIGINT', () => {
  stop();
  finish();
  process.exit();
});
await Promise.all(children.map(work));
stop();
finish();
