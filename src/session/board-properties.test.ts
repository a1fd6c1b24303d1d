import * as fc from 'fast-check';
import type { NewTicket } from '../../machines/schema/ticket.js';
import { BoardCaller, boardSteps, type BoardStep } from '../testing/board-caller.js';
import { BoardFinisher } from '../testing/board-finisher.js';
import { assertLaws } from '../testing/board-laws.js';
import { BoardPlay } from '../testing/board-play.js';
import { forceOff, handOff, validated } from '../testing/board-stories.js';
import { accepted } from '../testing/investigation.js';

/** More on demand: PROCTOR_RUNS=5000 npm test -- board-properties. */
const numRuns = Number(process.env['PROCTOR_RUNS'] ?? 15);

/** Three tickets of a wave, one that waits for the first, and one of another wave. */
const first: Partial<NewTicket>[] = [
  ...['a', 'b', 'c'].map((id) => ({ id, wave: 1, files: [`src/${id}.ts`] })),
  { id: 'd', wave: 1, files: ['src/a.ts'], dependsOn: ['a'] },
  { id: 'e', wave: 2, files: ['src/**'] },
];

const beginnings = ['nothing', 'work', 'trouble', 'handed off'] as const;

interface Play {
  /** Begins with nothing done, with work under way, with trouble or handed off: few random walks get far by themselves. */
  readonly begun: (typeof beginnings)[number];
  readonly script: BoardStep[];
}

const plays = (steppedMax: number): fc.Arbitrary<Play> =>
  fc.record({ begun: fc.constantFrom(...beginnings), script: boardSteps(steppedMax) });

function played({ begun, script }: Play): BoardPlay {
  const play = new BoardPlay(first);
  if (begun === 'work') work(play);
  if (begun === 'trouble') trouble(play);
  if (begun === 'handed off') handedOff(play);
  const caller = new BoardCaller(play);
  for (const step of script) caller.take(step);
  return play;
}

/** One ticket under review, one that failed once on its files, one blocked by it. */
function work(play: BoardPlay): void {
  for (const id of ['a', 'b', 'c']) accepted(play.start(id));
  for (const id of ['a', 'b']) accepted(play.submit(id));
  accepted(play.ran('a'));
  accepted(play.ran('b', { passed: false }));
  accepted(play.submit('c', { status: 'blocked', blockedBy: 'b' }));
}

/** Two tickets of a wave that have used up their retries, and one whose runs differ on the same files. */
function trouble(play: BoardPlay): void {
  for (const id of ['b', 'c', 'a']) accepted(play.start(id));
  for (const id of ['b', 'c', 'b', 'c', 'b', 'c']) accepted(play.submit(id, { status: 'failure' }));
  for (const passed of [false, true]) {
    accepted(play.submit('a'));
    accepted(play.ran('a', { passed }));
  }
}

/** One in validation with a report in, one handed off that another waits for, and one by a person. */
function handedOff(play: BoardPlay): void {
  accepted(play.start('e'));
  accepted(play.submit('e', { status: 'blocked', blockedBy: 'b' }));
  accepted(validated(handOff(play, 'a'), 'a').report('a', 'investigator'));
  handOff(play, 'b');
  forceOff(play, 'c');
}

// The builder itself checks after each call that a refusal changed nothing, that board and charts agree, that totals
// equal a recount, and that a replay and a restored session are the same to the byte.
describe('whatever is done to a board of tickets', () => {
  test('attempts are counted, hand-offs and closes are earned, and nobody approves their own work', () => {
    fc.assert(
      fc.property(plays(80), (asked) => {
        assertLaws(played(asked));
      }),
      { numRuns },
    );
  });

  test('honest work, honest checks and a person’s decisions close every ticket, without an override', () => {
    fc.assert(
      fc.property(plays(60), (asked) => {
        const play = played(asked);
        const overridden = play.journal.filter(({ command }) => command.type === 'ticket.override').length;
        new BoardFinisher(play).finish();
        assertLaws(play);
        for (const { status } of play.board.all()) expect(status).toMatch(/^(closed|withdrawn)$/);
        expect(play.journal.filter(({ command }) => command.type === 'ticket.override')).toHaveLength(overridden);
      }),
      { numRuns: Math.ceil(numRuns / 2) },
    );
  });

  test('a ticket that was closed or given up is worked on no more', () => {
    fc.assert(
      fc.property(plays(40), boardSteps(15), (before, after) => {
        const play = played(before);
        new BoardFinisher(play).finish();
        const states = () =>
          play.board.all().map(({ id, status, gate }) => `${id} ${status} ${gate.state} ${gate.context.attempt}`);
        const then = states();
        const caller = new BoardCaller(play);
        for (const step of after.filter(({ kind }) => kind !== 21)) caller.take(step);
        expect(states()).toEqual(then);
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    );
  });
});
