/** Who did something, and how that is known, in a few words. */
import type { Principal } from '../../machines/schema/record.js';

/** A person who typed the dashboard's code; at a terminal they would be known by that. */
const isAtDashboard = ({ known, client }: Principal): boolean => known === 'person' && client === 'dashboard';

/** `executor e1 (claimed)`, `person Ada (person)`, `Ada, person (dashboard)`; `name` is for those who escape it. */
export function principalWords(by: Principal, name = (agentId: string): string => agentId): string {
  const { role, known, agentId } = by;
  if (isAtDashboard(by)) return `${agentId === undefined ? '' : `${name(agentId)}, `}person (dashboard)`;
  return `${role}${agentId === undefined ? '' : ` ${name(agentId)}`} (${known})`;
}

/** The same where there is little room: `e1`, `Ada (person)`. */
export function shortWords(by: Principal): string {
  if (isAtDashboard(by)) return principalWords(by);
  return [by.agentId ?? by.role, by.known === 'person' ? '(person)' : ''].filter(Boolean).join(' ');
}
