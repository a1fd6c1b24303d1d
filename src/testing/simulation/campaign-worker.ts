/**
 * A process of its own that runs the seeds it is handed and reports what happened in them, for
 * `npm run campaign:sim`: it asks for work by sending its totals, and ends when its parent does.
 */
import process from 'node:process';
import type { PlantedBug } from './planted-bugs.js';
import { runSeed, type SeedResult } from './simulation.js';

interface Batch {
  readonly from: number;
  readonly to: number;
  readonly bug?: PlantedBug;
  /** Tells every step of every seed on stderr. */
  readonly isTraced: boolean;
}

interface Report {
  totals: Record<string, number>;
  breaches: { seed: number; breach: string }[];
}

async function run({ from, to, bug, isTraced }: Batch): Promise<Report> {
  const report: Report = { totals: {}, breaches: [] };
  const trace = (line: string) => process.stderr.write(`${line}\n`);
  for (let seed = from; seed < to; seed += 1) {
    const result = await runSeed(seed, { bug, ...(isTraced && { trace }) });
    add(report.totals, result);
    if (result.breach !== undefined) report.breaches.push({ seed, breach: result.breach });
  }
  return report;
}

function add(totals: Record<string, number>, { faults, seed: _seed, breach, ...figures }: SeedResult): void {
  const counted = { seeds: 1, ...figures, ...Object.fromEntries(faults), violations: breach === undefined ? 0 : 1 };
  for (const [name, count] of Object.entries(counted)) totals[name] = (totals[name] ?? 0) + count;
}

process.on('message', (batch: Batch) => {
  void run(batch).then((report) => process.send?.(report));
});
// The parent tells what there is to tell when somebody stops the campaign.
process.on('SIGINT', () => undefined);
process.send?.({ totals: {}, breaches: [] } satisfies Report);
