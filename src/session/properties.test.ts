import * as fc from 'fast-check';
import { Finisher } from '../testing/finisher.js';
import { accepted, investigation, type Investigation } from '../testing/investigation.js';
import { RandomCaller, steps } from '../testing/random-caller.js';
import { claimed } from '../testing/sample-trees.js';
import { found } from '../testing/single-root-trees.js';
import { storeSession } from './state.js';

/** More on demand: PROCTOR_RUNS=5000 npm test -- properties. */
const numRuns = Number(process.env['PROCTOR_RUNS'] ?? 15);
const protocols = ['multi-gate', 'classic', 'single-root'] as const;

interface Play {
  readonly minRoots: number;
  /** Begins where claims are possible: few random walks get that far by themselves. */
  readonly isRipe: boolean;
  readonly script: Parameters<RandomCaller['take']>[0][];
}

const plays = (steppedMax: number): fc.Arbitrary<Play> =>
  fc.record({ minRoots: fc.integer({ min: 1, max: 4 }), isRipe: fc.boolean(), script: steps(steppedMax) });

function play(name: (typeof protocols)[number], { minRoots, isRipe, script }: Play) {
  const played = investigation(name, { minRoots: name === 'single-root' ? 1 : minRoots });
  if (isRipe) ripen(played);
  const caller = new RandomCaller(played);
  const replies = script.map((step) => caller.take(step));
  return { played, replies };
}

const endingOf = (played: Investigation) => played.state.ended?.outcome;
const text = (played: Investigation) => JSON.stringify(storeSession(played.state));

/** Two branches down to where claims open, one of them a claim where the protocol has claims. */
function ripen(played: Investigation): void {
  if (played.protocol.name === 'single-root') {
    played.plant('R1.A', null, 'EXPLORE').plant('R2.A R2.B', 'R1.A', 'EXPLORE DEAD');
    played.plant('R3.A R3.B', 'R2.A', 'EXPLORE').plant('R4.A', 'R3.A', 'FOUND').plant('R4.B', 'R3.B', 'FOUND');
    // One find rests on another that is still to be verified, one is verified: both can go either way from here.
    played.plant('R5.A', 'R4.A', 'FOUND').plant('R5.B', 'R4.B', 'VERIFY');
    accepted(played.propose('R6.A', 'R5.A'));
    return;
  }
  played.plant('R1.A R1.B R1.C R1.D', null, 'VERIFY');
  played.plant('R2.A', 'R1.A', 'VERIFY').plant('R2.B', 'R1.B', 'DRILL');
  played.plant('R3.A', 'R2.A', 'VERIFY').plant('R3.B', 'R2.B', 'VERIFY');
  if (played.protocol.name === 'multi-gate') accepted(played.reclassify('R3.A', 'VALID_PENDING'));
}

describe.each(protocols)('whatever callers of %s do', (name) => {
  // The builder itself checks after each call that a refusal changed nothing and that totals equal a recount.
  test('refusals change nothing, totals stay right, and a replay gives the same bytes', () => {
    fc.assert(
      fc.property(plays(60), (asked) => {
        const { played } = play(name, asked);
        expect(JSON.stringify(storeSession(played.replayed()))).toBe(text(played));
      }),
      { numRuns },
    );
  });

  test('there is a way to tot_end from every state that can be reached', () => {
    fc.assert(
      fc.property(plays(45), (asked) => {
        const { played } = play(name, asked);
        if (played.state.ended) return;
        new Finisher(played).finish();
        expect(endingOf(played)).toMatch(/^(solved|no_solution)$/);
      }),
      { numRuns: Math.ceil(numRuns / 2) },
    );
  });

  test('nothing is accepted after the end', () => {
    fc.assert(
      fc.property(plays(25), steps(15), (before, after) => {
        const { played } = play(name, before);
        if (!played.state.ended)
          accepted(played.giveUp('Looked everywhere there is to look, and found nothing at all.'));
        const caller = new RandomCaller(played);
        for (const step of after) expect(caller.take(step)?.codes ?? ['SESSION_ENDED']).toEqual(['SESSION_ENDED']);
      }),
      { numRuns: Math.ceil(numRuns / 2) },
    );
  });
});

/** How a claim is made and answered in each protocol that has claims, and what becomes of the claimant. */
const claims = [
  {
    name: 'multi-gate',
    make: claimed,
    ...{ claimant: 'R3.A', yes: 'VALID', others: ['DEAD', 'VERIFY', 'DRILL', 'VALID_PENDING'] },
    ...{ fallen: 'DRILL', waiting: 'VALID_PENDING', confirmed: 'VALID' },
  },
  {
    name: 'single-root',
    make: found,
    ...{ claimant: 'R4.A', yes: 'VERIFY', others: ['DEAD', 'EXPLORE', 'FOUND'] },
    ...{ fallen: 'EXPLORE', waiting: 'FOUND', confirmed: 'FOUND' },
  },
];

test.each(claims)('the order and the batching of commits do not change whether a claim of $name stands', (claim) => {
  const { claimant, yes } = claim;
  const shuffled = fc
    .array(fc.constantFrom(yes, yes, ...claim.others), { minLength: 1, maxLength: 5 })
    .chain((verdicts) =>
      fc.tuple(
        fc.constant(verdicts),
        fc.shuffledSubarray([...verdicts.keys()], { minLength: verdicts.length }),
        fc.nat({ max: 4 }),
      ),
    );
  fc.assert(
    fc.property(shuffled, ([verdicts, order, split]) => {
      const idOf = (at: number) => `R${Number(claimant[1]) + 1}.c${at}`;
      const outcome = (sequence: readonly number[], cut: number) => {
        const played = claim.make();
        accepted(played.propose([...verdicts.keys()].map(idOf).join(' '), claimant));
        const told = (at: number) => [idOf(at), verdicts[at] ?? 'DEAD'] as const;
        for (const part of [sequence.slice(0, cut), sequence.slice(cut)])
          if (part.length > 0) accepted(played.commit(Object.fromEntries(part.map(told))));
        return { state: played.node(claimant).state, claims: played.claims(claimant) };
      };
      const inOrder = outcome([...verdicts.keys()], verdicts.length);
      expect(outcome(order, split)).toEqual(inOrder);
      const expected = verdicts.includes('DEAD')
        ? { state: claim.fallen, claims: ['refuted'] }
        : verdicts.every((verdict) => verdict === yes)
          ? { state: claim.confirmed, claims: ['confirmed'] }
          : { state: claim.waiting, claims: ['standing'] };
      expect(inOrder).toEqual(expected);
    }),
    { numRuns },
  );
});
