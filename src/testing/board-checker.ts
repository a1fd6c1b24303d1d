/** The part of a crowd that stands at the closure gate, driven by a number: overseers, some of them builders in disguise. */
import type { Ticket } from '../../machines/measures/board-ticket.js';
import { checks } from '../../machines/schema/ticket.js';
import { agent, person, type BoardPlay } from './board-play.js';
import type { Reply } from './investigation.js';

/** Two who only check, one who tries everything, and one who builds. */
const overseer = (b: number) => agent(b % 19 === 18 ? undefined : ['s1', 's2', 's1', 'x', 'e1'][b % 5]);

/** What whoever is next after the hand-off would do, well or badly. */
export function goOnClosing(play: BoardPlay, ticket: Ticket, b: number): Reply {
  const { id, status, closure, handOff } = ticket;
  if (status === 'impl_complete') {
    if (closure.needsAccept && b % 4 === 0) return play.decide(id, 'accept');
    // An honest overseer finds what was handed off.
    if (b % 5 > 0 && handOff) play.edit(id, handOff.filesId);
    return b % 11 === 10 ? play.escalate(id) : play.validate(id, { by: overseer(b) });
  }
  if (status !== 's3_validating') return play.escalate(id);
  const isOver = closure.lease !== null && play.now > closure.lease;
  if (isOver && b % 4 > 0) return play.expireLease(id);
  if (closure.run === 'running' && b % 3 > 0) return endRun(play, id, b);
  if (closure.needsAccept && b % 5 === 0) return play.decide(id, 'accept');
  return reportOn(play, ticket, b);
}

function endRun(play: BoardPlay, id: string, b: number): Reply {
  if (b % 11 === 10) return play.closingRan(id, { cutShort: 'killed' });
  return play.closingRan(id, b % 7 === 6 ? { passed: false } : b % 13 === 12 ? { filesAfter: 'moved' } : {});
}

/** Most often a check that is left, and most often well. */
function reportOn(play: BoardPlay, { id, closure, handOff }: Ticket, b: number): Reply {
  const left = checks.filter((check) => closure.marks[check] === undefined);
  const check = (b % 9 === 8 ? undefined : left[b % Math.max(1, left.length)]) ?? checks[b % 3]!;
  if (b % 6 > 0 && handOff) play.edit(id, handOff.filesId);
  const stories = [...Array.from({ length: 6 }, () => ({})), { passed: false }, { findings: [] }];
  return play.report(id, check, { by: overseer(b), ...stories[Math.floor(b / 3) % stories.length] });
}

/** Time passes, and the timekeeper may have noticed. */
export function outwait(play: BoardPlay, { id, closure }: Ticket, b: number): Reply | undefined {
  if (closure.lease === null) return undefined;
  play.now = Math.max(play.now, closure.lease + (b % 3) - 1);
  return b % 2 === 0 ? play.expireLease(id) : reportOn(play, play.ticket(id), b);
}

export function cheatClosing(play: BoardPlay, { id, closure }: Ticket, b: number): Reply {
  const tricks = [
    () => play.closingRan(id, { id: closure.runs + 1 }),
    () => play.closingRan(id, { id: Math.max(1, closure.runs - 1) }),
    () => play.decide(id, 'accept', { by: agent('s1') }),
    () => play.decide(id, 'accept', { by: { ...person, known: 'claimed' } }),
    () => play.expireLease(id),
    () => play.validate(id, { by: agent('e1') }),
    () => play.report(id, 'validator', { by: agent('a1') }),
    () => play.submit(id, { by: agent('s1') }),
    () => play.review(id, { by: agent('s2') }),
    () => play.report(id, 'investigator', { by: agent('s1', 'executor') }),
    () => play.decide(id, 'accept'),
  ];
  return tricks[b % tricks.length]!();
}
