/** Stretches of a ticket's life on a board, each call of which must be accepted. */
import { checks } from '../../machines/schema/ticket.js';
import { agent, BoardPlay } from './board-play.js';
import { accepted } from './investigation.js';

/** From wherever its executor is at work to the hand-off. */
export function handOff(play: BoardPlay, id = 'T-1', { executor = 'e1', architect = 'a1' } = {}): BoardPlay {
  if (play.ticket(id).status === 'open') accepted(play.start(id));
  accepted(play.submit(id, { by: agent(executor) }));
  accepted(play.ran(id));
  accepted(play.review(id, { by: agent(architect) }));
  return play;
}

/** Handed off by a person instead. */
export function forceOff(play: BoardPlay, id = 'T-1', how: 'skip' | 'force' = 'force'): BoardPlay {
  if (play.ticket(id).status === 'open') accepted(play.start(id));
  accepted(play.override(id, how));
  return play;
}

/** In validation, with its run passed. */
export function validated(play: BoardPlay, id = 'T-1', by = 's1'): BoardPlay {
  accepted(play.validate(id, { by: agent(by) }));
  accepted(play.closingRan(id));
  return play;
}

/** All three checks say so. */
export function checked(play: BoardPlay, id = 'T-1', { by = 's1', passed = true } = {}): BoardPlay {
  for (const check of checks) accepted(play.report(id, check, { by: agent(by), passed }));
  return play;
}

export const closed = (play: BoardPlay, id = 'T-1'): BoardPlay => checked(validated(handOff(play, id), id), id);
