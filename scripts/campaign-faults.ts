/**
 * Plays the load of `src/testing/faults` once for every disk call a server makes in it, with that call failing.
 * `--only KIND` writes, syncs, renames, opens or unlinks alone, `--workers N` how many at a time, `--fault KIND:N:CODE` one.
 */
import { parseArgs } from 'node:util';
import { faultKinds, playFault, type DiskFault, type FaultKind } from '../src/testing/faults/play-fault.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    fault: { type: 'string' },
    workers: { type: 'string', default: '2' },
  },
});

/** What each kind of call can really end in. */
const codes: Readonly<Record<FaultKind, readonly DiskFault['code'][]>> = {
  write: ['EIO', 'ENOSPC'],
  sync: ['EIO', 'ENOSPC'],
  rename: ['EIO', 'ENOSPC'],
  open: ['EIO', 'EMFILE'],
  unlink: ['EIO'],
};
/** A fault may lead to calls the load without one does not make. */
const beyond = 2;

const startedAt = performance.now();
const totals = { faults: 0, struck: 0, troubles: 0, restarts: 0, violations: 0 };

async function faultsOf(): Promise<DiskFault[]> {
  const [kind, number, code] = values.fault?.split(':') ?? [];
  if (kind !== undefined) return [{ kind, number: Number(number), code } as DiskFault];
  const { counts, breaches } = await playFault(undefined);
  if (!counts || breaches.length > 0) throw new Error(`without a fault: ${breaches.join('; ')}`);
  console.error(`calls: ${JSON.stringify(counts)}`);
  return faultKinds
    .filter((each) => values.only === undefined || values.only === each)
    .flatMap((each) =>
      Array.from({ length: counts[each] + beyond }, (_, index) =>
        codes[each].map((failsWith) => ({ kind: each, number: index + 1, code: failsWith })),
      ).flat(),
    );
}

async function work(faults: DiskFault[]): Promise<void> {
  for (let fault = faults.shift(); fault; fault = faults.shift()) {
    const { breaches, struck, troubles, restarts } = await playFault(fault);
    totals.faults += 1;
    totals.struck += struck === undefined ? 0 : 1;
    totals.troubles += troubles;
    totals.restarts += restarts;
    totals.violations += breaches.length > 0 ? 1 : 0;
    const name = `${fault.kind}:${fault.number}:${fault.code}`;
    for (const breach of breaches) console.error(`${name} (${struck ?? 'did not strike'}): ${breach.slice(0, 400)}`);
  }
}

const faults = await faultsOf();
await Promise.all(Array.from({ length: Number(values.workers) }, async () => work(faults)));
const seconds = (performance.now() - startedAt) / 1000;
for (const [name, count] of Object.entries({ ...totals, seconds: Math.round(seconds) }))
  console.log(`${name.padEnd(12)}${String(count).padStart(8)}`);
process.exitCode = totals.violations === 0 ? 0 : 1;
