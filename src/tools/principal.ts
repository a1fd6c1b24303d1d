/** Who makes a call: what the connection is bound to, and what the caller says of itself beside that. */
import { z } from 'zod';
import type { Principal } from '../../machines/schema/record.js';

const claimed = z.enum(['solo', 'planner', 'orchestrator', 'executor', 'architect', 'system3']);

/** Letters that only look like others would make two agents of one. */
const AgentName = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[\x20-\x7e]*$/, 'letters, digits and signs of ASCII');

export const by = z
  .strictObject({ role: claimed.optional(), agentId: AgentName.optional() })
  .optional()
  .describe('Role, and id of the sub-agent.');

/** A bound connection keeps its role; another one named beside it is kept as a claim, and refused by the rules. */
export function principalOf(bound: Principal, said: z.infer<typeof by>): Principal {
  const agent = said?.agentId === undefined ? {} : { agentId: said.agentId };
  if (bound.known === 'claimed') return { ...bound, role: said?.role ?? bound.role, ...agent };
  const isOther = said?.role !== undefined && said.role !== bound.role;
  return { ...bound, ...agent, ...(isOther ? { claims: said.role } : {}) };
}
