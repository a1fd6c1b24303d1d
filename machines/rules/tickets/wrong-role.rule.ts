/** Refuses a call that belongs to another role: the connection's role counts, and a claimed one may not differ from it. */
import type { Principal, Role } from '../../schema/record.js';
import type { Rule } from '../rule.js';
import type { CallerFacts } from './ticket-rule.js';

/** Who may make which call; a person has calls of their own. */
const rolesOf: Readonly<Record<string, readonly Role[]>> = {
  ticket_open: ['planner', 'orchestrator'],
  ticket_start: ['orchestrator'],
  ticket_submit: ['executor', 'orchestrator'],
  ticket_review: ['architect'],
  ticket_validate: ['system3'],
  ticket_report: ['system3'],
};

/** Solo plays every role, one call at a time; a call that is not listed is everybody's. */
export function mayCall(role: Role, call: string): boolean {
  const roles = rolesOf[call];
  return roles === undefined || role === 'solo' || role === 'person' || roles.includes(role);
}

/** An orchestrator includes the executor; any other role named beside the connection's is a mask. */
const masks = ({ role, claims }: Principal): boolean =>
  claims !== undefined && claims !== role && !(role === 'orchestrator' && claims === 'executor');

const isWrongRole = (by: Principal, call: string): boolean => masks(by) || !mayCall(by.role, call);

export const wrongRole: Rule<CallerFacts> = {
  code: 'WRONG_ROLE',
  why: 'Who builds, who reviews and who plans are kept apart, or nobody checks anybody.',
  check({ ticketId, by, call }) {
    if (!isWrongRole(by, call)) return [];
    const owners = rolesOf[call]?.join(' or the ') ?? by.role;
    return [
      {
        subject: ticketId,
        message: masks(by)
          ? `This connection is bound to the ${by.role}; it cannot speak as the ${by.claims}.`
          : `${call} is not for the ${by.role}.`,
        fix: `Leave it to the ${owners}, through their own connection or sub-agent.`,
      },
    ];
  },
};
