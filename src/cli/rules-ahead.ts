/**
 * What the rules would say to a command, without giving it: the same facts, the same plan, and no record. Nobody should
 * be asked to confirm what cannot be done.
 */
import type { Principal } from '../../machines/schema/record.js';
import type { Violation } from '../../machines/schema/violation.js';
import { sessionIdFor } from '../engine/ids.js';
import { Policies } from '../engine/tickets/policies.js';
import { TicketFacts } from '../engine/tickets/ticket-facts.js';
import { plan, planFirst, type LaterCommand } from '../session/plan.js';
import type { SessionState } from '../session/state.js';
import { realDisk } from '../store/real-disk.js';
import type { Workspace } from './workspace.js';

/** `state` is undefined for the command that would make a session. */
export async function refusalsAhead(
  { approvals, data }: Pick<Workspace, 'approvals' | 'data'>,
  state: SessionState | undefined,
  command: LaterCommand,
  by: Principal,
): Promise<readonly Violation[]> {
  const facts = await new TicketFacts({
    policies: new Policies(realDisk, approvals, () => true),
    approvals,
    dataDir: data.dir,
    now: () => Date.now(),
    holder: async () => Promise.resolve(undefined),
  }).of(state, command);
  const gathered = { facts, by, agentsElsewhere: new Map<string, string>() };
  const planned = state ? plan(state, command, gathered) : planFirst(sessionIdFor(undefined), command, gathered);
  return planned.ok ? [] : planned.violations;
}
