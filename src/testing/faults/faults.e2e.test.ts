/** What a bug here would look like: one write fails on a worn disk, and work that was acknowledged is gone next morning. */
import { playFault, type DiskFault } from './play-fault.js';

/** A few of those that `npm run campaign:faults` plays all of. */
const faults: readonly DiskFault[] = [
  { kind: 'write', number: 5, code: 'ENOSPC' },
  { kind: 'sync', number: 9, code: 'EIO' },
  { kind: 'open', number: 12, code: 'EMFILE' },
];

test.each(faults)(
  'one $kind fails with $code: nothing acknowledged is lost, and the load comes to its end',
  async (fault) => {
    const { breaches, struck } = await playFault(fault);
    expect(breaches).toEqual([]);
    expect(struck).toMatch(fault.code);
  },
);
