/** Entries of a session's log as the server sends them, for tests of what the page makes of them. */
import type { LogEntry, NodeRow, TicketRow } from '../dashboard/wire.js';

export const row = (id: string, parent: string | null, more: Partial<NodeRow> = {}): NodeRow => ({
  id,
  parent,
  title: `What about ${id}?`,
  state: 'DRILL',
  round: Number(/^R(\d+)/.exec(id)?.[1] ?? 1),
  agent: null,
  note: null,
  open: false,
  ...more,
});

export const entry = (seq: number, more: Partial<LogEntry> = {}): LogEntry => ({
  seq,
  time: 1000 * seq,
  by: 'solo',
  kind: 'node',
  what: `record ${seq}`,
  session: { round: 1, rounds: 5, blocker: null, outcome: null },
  ...more,
});

export const ticketRow = (ticketId: string, status: TicketRow['status'], who: string | null): TicketRow => ({
  ticketId,
  title: `Do ${ticketId}`,
  status,
  attempt: 1,
  labels: [],
  lastStepAt: '2026-01-01T00:00:00.000Z',
  progress: '',
  gate: {
    status: 'EXECUTING',
    step: 1,
    attempt: 1,
    maxAttempts: 3,
    executor: 'running',
    verify: 'pending',
    architect: 'pending',
  },
  waitsForPerson: false,
  who,
});
