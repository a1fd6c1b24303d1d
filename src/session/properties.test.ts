import * as fc from 'fast-check';
import { Finisher } from '../testing/finisher.js';
import { accepted, investigation, type Investigation } from '../testing/investigation.js';
import { RandomCaller, steps } from '../testing/random-caller.js';
import { storeSession } from './state.js';

/** More on demand: PROCTOR_RUNS=5000 npm test -- properties. */
const numRuns = Number(process.env['PROCTOR_RUNS'] ?? 60);
const protocols = ['multi-gate', 'classic'] as const;

interface Play {
  readonly minRoots: number;
  /** Begins where claims are possible: few random walks get that far by themselves. */
  readonly isRipe: boolean;
  readonly script: Parameters<RandomCaller['take']>[0][];
}

const plays = (steppedMax: number): fc.Arbitrary<Play> =>
  fc.record({ minRoots: fc.integer({ min: 1, max: 4 }), isRipe: fc.boolean(), script: steps(steppedMax) });

function play(name: (typeof protocols)[number], { minRoots, isRipe, script }: Play) {
  const played = investigation(name, { minRoots });
  if (isRipe) ripen(played);
  const caller = new RandomCaller(played);
  const replies = script.map((step) => caller.take(step));
  return { played, replies };
}

const endingOf = (played: Investigation) => played.state.ended?.outcome;
const text = (played: Investigation) => JSON.stringify(storeSession(played.state));

/** Two branches down to round 3, one of them a claim where the protocol has claims. */
function ripen(played: Investigation): void {
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

test('the order and the batching of commits do not change whether a claim stands', () => {
  const verdict = fc.constantFrom('VALID', 'DEAD', 'VERIFY', 'DRILL');
  const shuffled = fc
    .array(verdict, { minLength: 1, maxLength: 5 })
    .chain((verdicts) =>
      fc.tuple(
        fc.constant(verdicts),
        fc.shuffledSubarray([...verdicts.keys()], { minLength: verdicts.length }),
        fc.nat({ max: 4 }),
      ),
    );
  fc.assert(
    fc.property(shuffled, ([verdicts, order, split]) => {
      const outcome = (sequence: readonly number[], cut: number) => {
        const played = claimWith(verdicts.length);
        const told = (at: number) => [`R4.c${at}`, verdicts[at] ?? 'DEAD'] as const;
        for (const part of [sequence.slice(0, cut), sequence.slice(cut)])
          if (part.length > 0) accepted(played.commit(Object.fromEntries(part.map(told))));
        return { state: played.node('R3.A').state, claims: played.claims('R3.A') };
      };
      const inOrder = outcome([...verdicts.keys()], verdicts.length);
      expect(outcome(order, split)).toEqual(inOrder);
      const expected = verdicts.includes('DEAD')
        ? 'DRILL'
        : verdicts.every((v) => v === 'VALID')
          ? 'VALID'
          : 'VALID_PENDING';
      expect(inOrder.state).toBe(expected);
    }),
    { numRuns },
  );
});

/** A claim of R3.A with so many confirmers proposed. */
function claimWith(confirmers: number): Investigation {
  const played = investigation('multi-gate');
  played.plant('R1.A', null, 'VERIFY').plant('R2.A', 'R1.A', 'VERIFY').plant('R3.A', 'R2.A', 'VALID_PENDING');
  accepted(played.propose(Array.from({ length: confirmers }, (_, at) => `R4.c${at}`).join(' '), 'R3.A'));
  return played;
}
