import { expectBreach } from '../../../src/testing/breaches.js';
import { judged } from '../../../src/testing/ticket-samples.js';
import { Role, type Principal } from '../../schema/record.js';
import { wrongRole } from './wrong-role.rule.js';

const by = (role: Role, claims?: Role): Principal => ({
  role,
  known: 'connection',
  ...(claims === undefined ? {} : { claims }),
});
const told = (call: string, principal: Principal) => judged(wrongRole, { ticketId: 'T-1', by: principal, call });
const mayCall = (call: string) => Role.options.filter((role) => told(call, by(role)).violations.length === 0);

// To a user its bug is an executor that approves its own work through its own connection.
describe('WRONG_ROLE', () => {
  test.each([
    ['ticket_open', ['solo', 'planner', 'orchestrator', 'person']],
    ['ticket_start', ['solo', 'orchestrator', 'person']],
    ['ticket_submit', ['solo', 'orchestrator', 'executor', 'person']],
    ['ticket_review', ['solo', 'architect', 'person']],
    ['ticket_validate', ['solo', 'system3', 'person']],
    ['ticket_report', ['solo', 'system3', 'person']],
    ['ticket_escalate', [...Role.options]],
  ])('%s is for %j', (call, roles) => {
    expect(mayCall(call)).toEqual(roles);
  });

  test('names the role and whose call it is', () => {
    expectBreach(told('ticket_review', by('executor')), 'WRONG_ROLE', 'T-1', 'ticket_review', 'the architect');
  });

  test.each<[Role, Role, boolean]>([
    ['orchestrator', 'orchestrator', true],
    ['orchestrator', 'executor', true],
    ['orchestrator', 'architect', false],
    ['executor', 'orchestrator', false],
    ['executor', 'architect', false],
  ])('a connection bound to the %s may speak as the %s: %s', (role, claims, may) => {
    const spoken = told('ticket_submit', by(role, claims));
    if (may) expect(spoken.violations).toEqual([]);
    else expectBreach(spoken, 'WRONG_ROLE', 'T-1', `bound to the ${role}`, `speak as the ${claims}`);
  });
});
