/** Who a caller is, for telling one from another: by the agent's id where one is given, else by the bound connection. */
import type { Principal } from '../schema/record.js';

/** Undefined: nobody can tell this caller from another. */
export function principalKey({ role, known, agentId }: Principal): string | undefined {
  const id = agentId?.normalize('NFKC').trim() ?? '';
  if (id !== '') return `agent ${id}`;
  return known === 'claimed' ? undefined : `the ${role} connection`;
}
