/**
 * Paths over the chart of the gate, walked on a real server with real runs, each answer compared with a table written by
 * hand. An edge too few, a guard that fell out, a rule that was dropped: a user would see work pass that nobody proved.
 */
import { gateMachine } from '../../../machines/gate.machine.js';
import * as rules from '../../../machines/rules/tickets/index.js';
import { edgesOf, refusalName, transitionName } from './chart-edges.js';
import { ChartCoverage } from './coverage.js';
import { gatePaths } from './gate-model.js';
import { gateScenarios } from './gate-scenarios.js';
import { slices } from './gate-slices.js';
import { rows } from './gate-table.js';
import { GateWalk } from './gate-walk.js';
import { onBenches, timeoutMs } from './on-benches.js';
import { gateCodes } from './ticket-codes.js';
import { tellCoverage } from './tell-coverage.js';

/** What no call can come to, and why. */
const unreachable = [
  // Before the start there is no attempt that could be answered too late.
  transitionName('PENDING', 'gate.late', 'PENDING'),
  ...['gate.report', 'gate.review'].map((event) => refusalName('PENDING', event, 'DEADLINE_PASSED')),
  // A review answers the attempt at work. That one has not timed out where it is worked on, reviewed or approved: what is
  // overdue is booked before the review is judged, and a person who has it reviewed again opens it again.
  ...['EXECUTING', 'REVIEWING', 'APPROVED'].map((from) => refusalName(from, 'gate.review', 'DEADLINE_PASSED')),
  // Time runs only for a step at work.
  ...['FAILED', 'BLOCKED', 'ESCALATED'].map((from) => transitionName(from, 'gate.expire', 'FAILED')),
  // A person is waited for in ESCALATED, and nowhere else.
  transitionName('ESCALATED', 'gate.escalate', 'ESCALATED'),
  ...['EXECUTING', 'VERIFYING', 'REVIEWING', 'FAILED', 'BLOCKED'].map((from) =>
    refusalName(from, 'gate.escalate', 'ALREADY_ESCALATED'),
  ),
];

const covers = new ChartCoverage(edgesOf(gateMachine), unreachable);
const walk = new GateWalk(covers);
const begun = performance.now();

const walks = onBenches((on) => {
  for (const slice of slices) on.begin(slice.name, gatePaths(slice), async (bench, path) => walk.path(bench, path));
  for (const { name, play } of gateScenarios) on.beginScene(name, async (bench) => play(bench, covers));
});

describe('a gate goes where the table says, and nowhere else', () => {
  test.each(slices.map(({ name }) => name))('%s', async (name) => walks().over(name), timeoutMs);

  test('every row of the table was walked', () => {
    const names = rows.map(({ from, verb }) => `${from}: ${verb}`);
    // After the hand-off it is the ticket that is flagged.
    const ticketsOwn = ['APPROVED', 'SKIPPED', 'FORCED'].map((from) => `${from}: escalate`);
    expect(names.filter((name) => !covers.rows.has(name)).sort()).toEqual(ticketsOwn.sort());
  });
});

describe('what depends on other tickets, on other processes, or on time', () => {
  test.each(gateScenarios.map(({ name }) => name))(
    '%s',
    async (name) => {
      for (const code of await walks().codesOf(name)) walk.codes.add(code);
    },
    timeoutMs,
  );
});

describe('what was reached', () => {
  test('all of the gate', () => {
    covers.seconds = (performance.now() - begun) / 1000;
    expect(covers.missing()).toEqual([]);
  });

  test('every code of its calls, and none that is not written down', () => {
    expect([...walk.codes].sort()).toEqual(gateCodes(rules));
  });

  test('is told to whoever asked for it', () => {
    expect(tellCoverage('gate', [covers], { all: gateCodes(rules), met: walk.codes })).toBeGreaterThan(0);
  });
});
