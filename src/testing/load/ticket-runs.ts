/** What a journal must show of the runs of a ticket, however often the servers that made them were killed. */
import type { JournalLine, RanCommand } from './journal-lines.js';

const kinds = ['gate.ran', 'closure.ran'] as const;

/** Each run that was asked for came to one end, those cut short were made again, and the last one passed. */
export function faultsInRuns(records: readonly JournalLine[], ticketId: string): string[] {
  return kinds.flatMap((kind) => {
    const ends = endsOf(records, ticketId, kind);
    const faults = ends.flatMap(({ runId }, index) =>
      runId === index + 1 ? [] : [`${ticketId}: ${kind} number ${index + 1} is of run ${runId}`],
    );
    const last = ends.at(-1);
    if (!last?.result?.passed) faults.push(`${ticketId}: its last ${kind} did not pass`);
    for (const { result } of ends.slice(0, -1)) if (result) faults.push(`${ticketId}: ${kind} has two results`);
    return faults;
  });
}

export const cutShortIn = (records: readonly JournalLine[]): number =>
  records.filter(({ command }) => command.cutShort !== undefined).length;

/** Names of the files of output that results name. */
export const outputsOf = (records: readonly JournalLine[]): string[] =>
  records.flatMap(({ command }) => (command.result ? [command.result.output.hash] : []));

const endsOf = (records: readonly JournalLine[], ticketId: string, kind: string): RanCommand[] =>
  records.flatMap(({ command, outcome }) =>
    outcome === 'OK' && command.type === kind && command.ticketId === ticketId ? [command] : [],
  );
