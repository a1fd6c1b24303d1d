/** Plans a batch of new tickets: all of them or none. */
import assert from 'node:assert';
import { judge } from '../../machines/rules/rule.js';
import { callerRules, openRules, resumeRule, personRule } from '../../machines/rules/tickets/index.js';
import type { CommandOf } from '../../machines/schema/command.js';
import type { Move } from '../../machines/schema/record.js';
import { ticketActorId } from '../../machines/session.machine.js';
import { accepted, refused, type Gathered, type Plan } from './planned.js';
import type { SessionState } from './state.js';
import { byPerson } from './ticket-figures.js';

export function planOpen(state: SessionState, { tickets }: CommandOf<'tickets.open'>, gathered: Gathered): Plan {
  const { board, info } = state;
  const { facts, by } = gathered;
  const misplaced = judge([callerRules.role], { ticketId: 'BATCH', by, call: 'ticket_open' }, info.protocol);
  if (misplaced.length > 0) return refused(misplaced);
  const { limits, contracts = [] } = facts;
  assert(limits, 'new tickets come with the limits in force');
  const ids = board.idsFor(tickets.map(({ id }) => id));
  const violations = judge(
    openRules,
    {
      board,
      tickets: tickets.map((ticket, index) => ({
        ...ticket,
        ticketId: ids[index] ?? '',
        hash: contracts[index] ?? '',
      })),
      notAllowed: facts.notAllowed ?? [],
      denied: facts.denied ?? [],
      maxMs: { executor: limits.executor.maxMs, verify: limits.verify.maxMs, architect: limits.architect.maxMs },
      isGit: facts.tree !== undefined,
    },
    info.protocol,
  );
  if (violations.length > 0) return refused(violations);
  const opened = ids.flatMap((id): Move[] => [
    { actor: ticketActorId(id), from: null, to: 'open', why: 'opened' },
    { actor: `gate:${id}`, from: null, to: 'PENDING', why: 'opened' },
  ]);
  const isFirst = state.seq === 0;
  return accepted(isFirst ? [{ actor: 'session', from: null, to: 'tickets', why: 'started' }, ...opened] : opened);
}

/** Empties the count that halted the session. */
export function planResume(state: SessionState, gathered: Gathered): Plan {
  const { board, info } = state;
  const given = { board, ...gathered };
  const noPerson = judge([personRule], { ticketId: 'SESSION', event: byPerson(given) }, info.protocol);
  if (noPerson.length > 0) return refused(noPerson);
  const running = judge([resumeRule], { board }, info.protocol);
  return running.length > 0 ? refused(running) : accepted([]);
}
