/**
 * Paths over the chart of a ticket, walked on a real server: every request in every status, the closure gate with its
 * three regions, and the codes of opening tickets. To a user its bug is a ticket that says it is done, or waits, while its
 * gate says otherwise, or one that closes although nobody independent has looked.
 */
import * as rules from '../../../machines/rules/tickets/index.js';
import { checks } from '../../../machines/schema/ticket.js';
import { ticketMachine } from '../../../machines/ticket.machine.js';
import { edgesOf, refusalName, transitionName } from './chart-edges.js';
import { closurePaths } from './closure-model.js';
import { closureScenarios } from './closure-scenarios.js';
import { closureSlices } from './closure-slices.js';
import { ClosureWalk } from './closure-walk.js';
import { ChartCoverage } from './coverage.js';
import { onBenches, timeoutMs } from './on-benches.js';
import { tellCoverage } from './tell-coverage.js';
import { closureCodes, openingCodes } from './ticket-codes.js';
import { ticketPaths, TicketWalk } from './ticket-driver.js';
import { ticketScenarios } from './ticket-scenarios.js';
import { ticketTable } from './ticket-table.js';

/** What no call can come to, and why. */
const unreachable = [
  // It is passed through at once.
  transitionName('s3_rejected', 'gate.*', 's3_rejected'),
  // What is overdue is booked before a report is judged.
  ...checks.map((check) => refusalName(`${check}.waiting`, `report.${check}`, 'LEASE_EXPIRED')),
];

const covers = new ChartCoverage(edgesOf(ticketMachine), unreachable);
const walk = new TicketWalk(covers);
const closing = new ClosureWalk(covers);
const codesMet = new Set<string>();
const begun = performance.now();

const walks = onBenches((on) => {
  on.begin('every status', ticketPaths(), async (bench, path) => walk.path(bench, path));
  for (const slice of closureSlices)
    on.begin(slice.name, closurePaths(slice), async (bench, path) => closing.path(bench, path));
  for (const { name, play } of [...ticketScenarios, ...closureScenarios])
    on.beginScene(name, async (bench) => play(bench, covers));
});

describe('a ticket goes where the table says, and nowhere else', () => {
  test.each(['every status', ...closureSlices.map(({ name }) => name)])(
    '%s',
    async (name) => walks().over(name),
    timeoutMs,
  );

  test('every row of the table was walked', () => {
    const names = Object.entries(ticketTable).flatMap(([status, row]) =>
      Object.keys(row).map((request) => `${status}: ${request}`),
    );
    expect(names.filter((name) => !covers.rows.has(name))).toEqual([]);
  });
});

describe('calls that open tickets, or are about none, or about others too', () => {
  test.each([...ticketScenarios, ...closureScenarios].map(({ name }) => name))(
    '%s',
    async (name) => {
      for (const code of await walks().codesOf(name)) codesMet.add(code);
    },
    timeoutMs,
  );
});

describe('what was reached', () => {
  test('all of the ticket', () => {
    covers.seconds = (performance.now() - begun) / 1000;
    expect(covers.missing()).toEqual([]);
  });

  test('every code of these calls', () => {
    // What the gate refuses by its own codes is the gate's.
    for (const code of ['REASON_REQUIRED', 'UNKNOWN_DEPENDENCY']) if (walk.codes.has(code)) codesMet.add(code);
    for (const code of closing.codes) if (closureCodes().includes(code)) codesMet.add(code);
    expect([...codesMet].sort()).toEqual(allCodes());
  });

  test('is told to whoever asked for it', () => {
    expect(tellCoverage('ticket', [covers], { all: allCodes(), met: codesMet })).toBeGreaterThan(0);
  });
});

function allCodes(): string[] {
  return [...new Set([...openingCodes(rules), ...closureCodes()])].sort();
}
