/** Who a caller is, for telling one from another: by the agent's id where one is given, else by the bound connection. */
import type { Principal } from '../schema/record.js';

/** Undefined: nobody can tell this caller from another. */
export function principalKey({ role, known, agentId }: Principal): string | undefined {
  const id = plainId(agentId ?? '');
  if (id !== '') return `agent ${id}`;
  return known === 'claimed' ? undefined : `the ${role} connection`;
}

/** Ids that only look different are one: case, width, and characters that are not seen do not make another agent. */
export const plainId = (id: string): string =>
  id
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, '');
