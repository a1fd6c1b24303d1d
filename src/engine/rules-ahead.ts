/**
 * What the rules would say to a command, without giving it: the same facts, the same plan, and no record. Nobody should
 * be asked to confirm what cannot be done.
 */
import type { Principal } from '../../machines/schema/record.js';
import type { Violation } from '../../machines/schema/violation.js';
import { plan, planFirst, type LaterCommand } from '../session/plan.js';
import type { SessionState } from '../session/state.js';
import type { Approvals } from '../store/approvals.js';
import { realDisk } from '../store/real-disk.js';
import { sessionIdFor } from './ids.js';
import { Policies } from './tickets/policies.js';
import { TicketFacts } from './tickets/ticket-facts.js';

/** What the facts of a command are gathered with. */
export interface RulesAhead {
  readonly approvals: Approvals;
  readonly data: { readonly dir: string };
}

/** `state` is undefined for the command that would make a session. */
export async function refusalsAhead(
  { approvals, data }: RulesAhead,
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
