import { plantedBugs, type PlantedBug } from './planted-bugs.js';
import { runSeed } from './simulation.js';

/** Takes some 5 seconds; `npm run campaign:sim -- --seeds 1000000` goes on where this stops. */
const seedsCount = 1000;
/** Every planted bug shows within as many; most within a tenth of them. */
const plantedSeedsMax = seedsCount;

async function breachesIn(from: number, to: number): Promise<string[]> {
  const breaches: string[] = [];
  for (let seed = from; seed < to; seed += 1) {
    const { breach } = await runSeed(seed);
    if (breach !== undefined) breaches.push(`seed ${seed}: ${breach}`);
  }
  return breaches;
}

/** What the bug looks like, or all it looked like instead. The same seeds are clean without it. */
async function symptomOf(bug: PlantedBug, expected: RegExp): Promise<string> {
  const others: string[] = [];
  for (let seed = 0; seed < plantedSeedsMax; seed += 1) {
    const { breach } = await runSeed(seed, { bug });
    if (breach !== undefined && expected.test(breach)) return breach;
    if (breach !== undefined) others.push(breach);
  }
  return others.join('\n');
}

async function traceOf(seed: number): Promise<string[]> {
  const lines: string[] = [];
  await runSeed(seed, { trace: (line) => lines.push(line) });
  return lines;
}

// What its bug would look like: a commit was answered, the power failed, and the commit is gone; or a laptop crashed and
// a session cannot be opened any more; or two agents in two windows both won.
test('whatever crashes, all that was acknowledged is there, and nothing else but what was left unanswered', async () => {
  expect(await breachesIn(0, seedsCount)).toEqual([]);
}, 300_000);

test('a seed does the same every time', async () => {
  for (let seed = 0; seed < 100; seed += 1) expect(await traceOf(seed)).toEqual(await traceOf(seed));
});

test('seeds differ', async () => {
  expect(await traceOf(1)).not.toEqual(await traceOf(2));
});

describe('a planted bug is found', () => {
  const shows: Record<PlantedBug, RegExp> = {
    'ack-before-sync': /was acknowledged .* gone|was shown, and is gone|opens damaged/,
    'no-directory-sync': /There is no session/,
    'cut-at-first-bad-line': /was acknowledged .* gone/,
    'lost-race-applied': /was answered .*, then|was acknowledged as/,
    'snapshot-ahead': /of which there is a snapshot, is no longer there/,
    'last-bad-line-dropped': /was acknowledged .* gone/,
    'claims-released': /is used by .* and by/,
    'archive-unsynced': /was moved away, and is back/,
    'repair-renames-first': /after half a repair/,
  };

  test.each(plantedBugs)(
    '%s',
    async (bug) => {
      expect(await symptomOf(bug, shows[bug])).toMatch(shows[bug]);
    },
    120_000,
  );
});
