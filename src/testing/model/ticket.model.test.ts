/**
 * Paths over the chart of a ticket, walked on a real server, every request in every status, and the codes of opening
 * tickets. To a user its bug is a ticket that says it is done, or waits, while its gate says otherwise.
 */
import * as rules from '../../../machines/rules/tickets/index.js';
import { ticketMachine } from '../../../machines/ticket.machine.js';
import { edgesOf } from './chart-edges.js';
import { ChartCoverage } from './coverage.js';
import { tellCoverage } from './tell-coverage.js';
import { TicketBench } from './ticket-bench.js';
import { openingCodes } from './ticket-codes.js';
import { ticketPaths, TicketWalk } from './ticket-driver.js';
import { ticketScenarios } from './ticket-scenarios.js';
import { ticketTable } from './ticket-table.js';

const timeoutMs = 120_000;
const covers = new ChartCoverage(edgesOf(ticketMachine));
const walk = new TicketWalk(covers);
const codesMet = new Set<string>();

let bench: TicketBench;
beforeAll(async () => {
  bench = await TicketBench.open();
}, timeoutMs);
afterAll(async () => bench.close(), timeoutMs);

describe('a ticket goes where the table says, and nowhere else', () => {
  test(
    'over every path',
    async () => {
      const from = performance.now();
      for (const path of ticketPaths()) await walk.path(bench, path);
      // What the gate refuses by its own codes is the gate's.
      for (const code of ['REASON_REQUIRED', 'UNKNOWN_DEPENDENCY']) if (walk.codes.has(code)) codesMet.add(code);
      covers.seconds = (performance.now() - from) / 1000;
    },
    timeoutMs,
  );

  test('every row of the table was walked', () => {
    const names = Object.entries(ticketTable).flatMap(([status, row]) =>
      Object.keys(row).map((request) => `${status}: ${request}`),
    );
    expect(names.filter((name) => !covers.rows.has(name))).toEqual([]);
  });
});

describe('calls that open tickets, or are about none', () => {
  test.each(ticketScenarios)(
    '$name',
    async ({ play }) => {
      for (const code of await play(bench, covers)) codesMet.add(code);
    },
    timeoutMs,
  );
});

describe('what was reached', () => {
  test('all of the ticket', () => {
    expect(covers.missing()).toEqual([]);
  });

  test('every code of these calls', () => {
    expect([...codesMet].sort()).toEqual(openingCodes(rules));
  });

  test('is told to whoever asked for it', () => {
    const told = tellCoverage('ticket', [covers], { all: openingCodes(rules), met: codesMet });
    expect(told).toBeGreaterThan(0);
  });
});
