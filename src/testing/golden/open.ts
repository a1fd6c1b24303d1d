/** Opens a golden journal as any Proctor would find it, and says what it leads to. */
import { hash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { EmbeddedEngine } from '../../engine/embedded.js';
import { replay } from '../../engine/live-session.js';
import { canonical, sessionIdFor } from '../../engine/ids.js';
import type { SessionState } from '../../session/state.js';
import { journalName } from '../../store/journal-file.js';
import { temporaryDir } from '../proctor-client.js';
import { fixedStore } from './record.js';

export interface Golden {
  readonly records: number;
  readonly refusals: number;
  readonly head: string;
  /** Of everything the journal says about the session, in a form that outlives changes of the code around it. */
  readonly stateHash: string;
  readonly nodes: string[];
  readonly outcome: string | null;
  /** Where there are tickets: where each of them stands. */
  readonly tickets?: string[];
}

function ticketsOf({ board }: SessionState) {
  return board
    .all()
    .map(({ id, status, contractHash, gate, dropped, isExhausted, commit, failures, mismatches, seqs }) => {
      const { attempt, counted, attemptsMax, deadline, wakeAt, runs, lastRun, escalation, blocker } = gate.context;
      const { executors, architects, timedOut, extended, labels, tallies } = gate.context;
      return {
        ticket: [id, status, contractHash, gate.state, dropped, isExhausted, commit, mismatches, seqs],
        attempts: [attempt, counted, attemptsMax, deadline, wakeAt, timedOut, extended],
        runs: [runs, lastRun, tallies],
        people: [executors, architects, escalation, blocker, labels],
        failures: failures.map((failure) => [
          failure.attempt,
          failure.type,
          failure.step,
          failure.detail ?? null,
          failure.seq,
        ]),
      };
    });
}

function essence(state: SessionState) {
  const { info, tree, ended, requests, seq, updatedAt, actor } = state;
  const nodes = [...tree.all()].map((node) => ({
    node: [node.id, node.parent, node.depth, node.title, node.state, node.agent],
    times: [node.proposedAt, node.committedAt],
    records: [node.proposedSeq, node.committedSeq, node.evidenceSeq, ...node.seqs],
    evidence: [node.evidence?.digest ?? null, node.evidence?.chars ?? null],
    confirms: node.confirms,
    counted: node.counted,
    claims: node.claims.map((claim) => [claim.outcome, claim.confirmers, claim.committed, claim.valid, claim.dead]),
  }));
  const { query, rootsMin, projectDir, startedAt, protocol } = info;
  const { currentBatch } = tree;
  const chart = actor.getSnapshot().value;
  return {
    query,
    rootsMin,
    projectDir,
    startedAt,
    protocol,
    currentBatch,
    chart,
    ended,
    seq,
    updatedAt,
    nodes,
    requests: [...requests],
    ...(state.board.size > 0 ? { tickets: ticketsOf(state) } : {}),
  };
}

/** Journals of the first kind do not name their session, so any will do. */
function sessionIn(bytes: Uint8Array): string {
  const [, named] = /"facts":\{"session":"(s-[a-z0-9]{20})"/.exec(Buffer.from(bytes).toString('utf8')) ?? [];
  return named ?? sessionIdFor('golden', '/golden');
}

export async function describeGolden(bytes: Uint8Array): Promise<Golden> {
  const id = sessionIn(bytes);
  const { path, remove } = await temporaryDir('proctor-golden-');
  try {
    const { store, now } = fixedStore(path);
    await mkdir(store.dirOf(id), { recursive: true });
    await writeFile(`${store.dirOf(id)}/${journalName}`, bytes);
    const audit = await store.audit(id);
    if (!audit.ok) throw new Error(`damaged: ${JSON.stringify(audit.damage)}`);
    const { journal, records } = await store.journal(id);
    const state = replay(id, records);
    await journal.close();
    if (!state) throw new Error('an empty journal');
    const engine = new EmbeddedEngine({ store, now, warn: () => undefined });
    const { value: overview, head } = await engine.query(id, { kind: 'overview' });
    await engine.close();
    const { records: count, refusals } = audit;
    const nodes = [...state.tree.all()].map((node) => `${node.id} ${node.state}`);
    const stateHash = hash('sha256', canonical(essence(state)));
    const told = { records: count, refusals, head, stateHash, nodes, outcome: overview.outcome };
    const tickets = state.board.all().map((ticket) => `${ticket.id} ${ticket.status} ${ticket.gate.state}`);
    return tickets.length > 0 ? { ...told, tickets } : told;
  } finally {
    await remove();
  }
}
