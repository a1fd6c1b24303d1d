/** A board on which there is one ticket of each kind, for views: waiting, halted, labelled, at work and given up. */
import { BoardPlay } from './board-play.js';
import { minute } from './ticket-samples.js';

const failure = { status: 'failure', error: 'No way.', doneCriteriaMet: false } as const;

export const sampleTickets = 10;

/** Titles are taken in turn. */
export function sampleBoard(...titles: readonly string[]): BoardPlay {
  const titleOf = (at: number) => titles[(at - 1) % titles.length] ?? 'Reject wrong passwords';
  const own = (at: number) => ({ id: `T-${at}`, title: `${titleOf(at)} ${at}`, files: [`src/${at}.ts`] });
  const play = new BoardPlay([
    own(1),
    own(2),
    ...[3, 4, 5].map((at) => ({ ...own(at), wave: 1 })),
    { ...own(6), dependsOn: ['T-2', 'T-7'] },
    own(7),
    own(8),
    own(9),
    own(10),
  ]);
  for (const id of ['T-1', 'T-2', 'T-3', 'T-4', 'T-5', 'T-8', 'T-9', 'T-10']) play.start(id);
  for (const id of ['T-1', 'T-2']) {
    play.submit(id);
    play.ran(id);
  }
  play.review('T-1');
  for (const id of ['T-3', 'T-4', 'T-5']) for (let attempt = 1; attempt <= 3; attempt += 1) play.submit(id, failure);
  play.decide('T-7', 'withdraw');
  play.override('T-8', 'skip');
  play.escalate('T-10');
  play.submit('T-9', failure);
  play.later(minute);
  play.submit('T-9');
  return play;
}
