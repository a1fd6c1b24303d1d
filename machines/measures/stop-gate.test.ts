import { GateState, TicketStatus, type Check } from '../schema/ticket.js';
import { StopRole } from '../schema/command.js';
import { newClosure, type ClosureContext } from './closure.js';
import { holdCounts, holdsUp, type StopFigures } from './stop-gate.js';

// To a user the bug looks like this: an agent says "all done" and stops while nobody has checked its work; or an agent
// that can do nothing more is sent round in circles because a person has not decided yet.

const ticket = (status: TicketStatus, state: GateState, more: Partial<StopFigures> = {}): StopFigures => ({
  status,
  isFlagged: false,
  gate: { state },
  closure: newClosure('T-1'),
  ...more,
});

const building: readonly string[] = ['EXECUTING', 'VERIFYING', 'REVIEWING', 'FAILED'];
const over: readonly string[] = ['closed', 'withdrawn'];
const handedOff: readonly string[] = ['impl_complete', 's3_validating'];

/** The spec's table, said once more in other words. */
const expected: Record<StopRole, (status: TicketStatus, state: GateState) => boolean> = {
  system3: (status) => handedOff.includes(status),
  orchestrator: (status, state) => building.includes(state) && !over.includes(status),
  solo: (status, state) => expected.system3(status, state) || expected.orchestrator(status, state),
};

const everyCase = StopRole.options.flatMap((role) =>
  TicketStatus.options.flatMap((status) =>
    GateState.options.map((state) => [role, status, state, expected[role](status, state)] as const),
  ),
);

test.each(everyCase)('%s, %s, gate %s: held up is %s', (role, status, state, isHeld) => {
  expect(holdsUp(role, ticket(status, state))).toBe(isHeld);
});

test.each(everyCase.filter(([, , , isHeld]) => isHeld))(
  '%s, %s, gate %s: flagged for a person, only builders at work are held up',
  (role, status, state) => {
    const isAtWork = role !== 'system3' && building.includes(state);
    expect(holdsUp(role, ticket(status, state, { isFlagged: true }))).toBe(isAtWork);
  },
);

describe('a validation that waits for a person to accept it', () => {
  const mark = (passed: boolean) => ({ passed, by: 'checker', at: 1 });
  const marks = (...passed: boolean[]): ClosureContext['marks'] =>
    Object.fromEntries(
      (['investigator', 'prd_auditor', 'validator'] as Check[])
        .map((name, at) => [name, passed[at]])
        .flatMap(([name, each]) => (each === undefined ? [] : [[name, mark(each as boolean)]])),
    );
  const closure = (more: Partial<ClosureContext>) => ({ ...newClosure('T-1'), needsAccept: true, ...more });

  test.each<[string, Partial<ClosureContext>, boolean]>([
    ['no report yet', {}, true],
    ['two of three passed', { marks: marks(true, true) }, true],
    ['all passed: a person is waited for', { marks: marks(true, true, true) }, false],
    ['all passed and accepted', { marks: marks(true, true, true), isAccepted: true }, true],
    ['one failed', { marks: marks(true, true, false) }, true],
    ['all passed, nobody has to accept it', { marks: marks(true, true, true), needsAccept: false }, true],
  ])('%s: held up is %s', (_name, more, isHeld) => {
    for (const role of ['system3', 'solo'] as const)
      expect(holdsUp(role, ticket('s3_validating', 'SKIPPED', { closure: closure(more) }))).toBe(isHeld);
  });

  test('before the validation it holds all the same: the checks can be made', () => {
    expect(holdsUp('system3', ticket('impl_complete', 'FORCED', { closure: closure({}) }))).toBe(true);
  });
});

test('counts are of each role', () => {
  const board = [ticket('impl_complete', 'APPROVED'), ticket('in_progress', 'EXECUTING'), ticket('closed', 'APPROVED')];
  expect(holdCounts(board)).toEqual({ system3: 1, orchestrator: 1, solo: 2 });
});
