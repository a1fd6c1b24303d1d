/** The journal of a session as a client can read it, and what it must be whatever happened to the servers. */
import type { ProctorClient } from '../proctor-client.js';
import type { StubbornCaller } from './stubborn-caller.js';

export interface RanCommand {
  readonly type: string;
  readonly ticketId?: string;
  readonly runId?: number;
  readonly cutShort?: string;
  readonly result?: { readonly passed: boolean; readonly output: { readonly hash: string } };
  readonly results?: readonly { readonly nodeId: string }[];
}

export interface JournalLine {
  readonly seq: number;
  readonly outcome: string;
  readonly prev: string;
  readonly request?: { readonly id: string };
  readonly command: RanCommand;
}

/** Read through a server, page by page. */
export async function journalOf(proctor: ProctorClient, sessionId: string): Promise<JournalLine[]> {
  const records: JournalLine[] = [];
  for (let after: string | undefined = ''; after !== undefined;) {
    const { contents } = await proctor.client.readResource({ uri: `session://${sessionId}/journal${after}` });
    const [page, more] = contents as { uri: string; text: string }[];
    for (const line of page?.text.split('\n') ?? []) records.push(JSON.parse(line) as JournalLine);
    after = more && `?${more.uri.split('?')[1] ?? ''}`;
  }
  return records;
}

/** What is wrong with a journal against what its caller was told; nothing if it is whole. */
export function faultsIn(records: readonly JournalLine[], { acknowledged }: StubbornCaller): string[] {
  const faults: string[] = [];
  for (const [index, { seq }] of records.entries())
    if (seq !== index + 1) faults.push(`record ${seq} is out of sequence`);
  const bySeq = new Map<string, number>();
  for (const { seq, request } of records) {
    if (!request) continue;
    if (bySeq.has(request.id)) faults.push(`${request.id} is there twice, as ${bySeq.get(request.id)} and ${seq}`);
    bySeq.set(request.id, seq);
  }
  for (const [id, { head }] of acknowledged) {
    if (!bySeq.has(id)) faults.push(`${id} was acknowledged and is gone`);
    const [seq, hash = ''] = head.split(':');
    const next = records[Number(seq)];
    if (next && !next.prev.startsWith(hash)) faults.push(`${id} was acknowledged at ${head}, which is gone`);
    if (Number(seq) > records.length) faults.push(`${id} was acknowledged at ${head}, past the end`);
  }
  const nodes = records.flatMap(({ command, outcome }) => (outcome === 'OK' ? (command.results ?? []) : []));
  if (new Set(nodes.map(({ nodeId }) => nodeId)).size !== nodes.length) faults.push('a node is committed twice');
  return faults;
}
