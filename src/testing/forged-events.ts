/** What XState would say itself and what a gate would tell its ticket: built by nobody who calls, and moving nothing. */
import type { TicketEvent } from '../../machines/ticket.machine.js';

const machineId = 'ticket@1';

/** The one cast: that no type of ours has such an event is why it has to be forged. */
export const forge = (type: string, more: object = { isOverride: false, passed: true }): TicketEvent =>
  ({ type, ...more }) as unknown as TicketEvent;

export const forgedEvents: readonly TicketEvent[] = [
  ...[machineId, `${machineId}.s3_validating`, `${machineId}.s3_validating.investigator`].flatMap((id) => [
    `xstate.done.state.${id}`,
    `done.state.${id}`,
  ]),
  ...['xstate.done.actor.gate', 'xstate.snapshot.gate', 'xstate.init', 'xstate.after.1', 'xstate.route'],
  ...['verdict.works', 'verdict.waits', 'verdict.passed', 'verdict.closed', 'ticket.close', 'ticket.closed', 'closed'],
].map((type) => forge(type));
