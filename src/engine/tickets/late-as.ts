/** Whoever answers too late took part all the same. */
import type { Ticket } from '../../../machines/measures/board-ticket.js';
import { isLate } from '../../../machines/rules/tickets/deadline-passed.rule.js';
import type { Command } from '../../../machines/schema/command.js';

/** Which role an answer was meant for, where it comes too late. */
export function lateAs({ gate }: Ticket, command: Command, at: number): 'executor' | 'architect' | undefined {
  if (command.type === 'ticket.submit')
    return isLate(gate.context, { attempt: command.attempt, at }) ? 'executor' : undefined;
  if (command.type === 'ticket.review') return isLate(gate.context, { at }) ? 'architect' : undefined;
  return undefined;
}
