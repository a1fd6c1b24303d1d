/**
 * Applies a record: sends its events to the live actors and books it in the tree. What the actors did must equal the
 * recorded moves; anything else is a defect (or a journal made by other charts) and is thrown.
 */
import assert from 'node:assert';
import { charsOf } from '../../machines/measures/text.js';
import { endFigures } from '../../machines/measures/end-figures.js';
import type { NodeEvent } from '../../machines/node-actor.js';
import { roundsConcluded } from '../../machines/rules/terminal-ratio.rule.js';
import type { CommandOf } from '../../machines/schema/command.js';
import type { AcceptedRecord, JournalRecord, Move } from '../../machines/schema/record.js';
import type { CommittedState, NodeState } from '../../machines/schema/state.js';
import { recordedAs } from '../../machines/rules/state-locked.rule.js';
import { nodeActor, topState } from './actors.js';
import { roundState } from './plan-propose.js';
import { foldTicket, openTickets } from './fold-ticket.js';
import type { TicketCommand } from './plan-ticket.js';
import { newSession, ticketSession, type Inspect, type SessionInfo, type SessionState } from './state.js';
import { liveGate, liveTicket } from './ticket-actors.js';

type RecordOf<T extends AcceptedRecord['command']['type']> = AcceptedRecord & { command: CommandOf<T> };
const is = <T extends AcceptedRecord['command']['type']>(record: AcceptedRecord, type: T): record is RecordOf<T> =>
  record.command.type === type;

/** The state after the first record of a journal. */
export function begin(sessionId: string, record: JournalRecord, inspect?: Inspect): SessionState {
  assert(record.outcome === 'OK', 'a journal begins with what made the session');
  const state = newSession(infoOf(sessionId, record), inspect);
  checkCharts(state, record);
  if (is(record, 'tickets.open')) openTickets(state, record);
  else state.actor.send({ type: 'investigation.start' });
  checkMoves(state, record.moves);
  book(state, record);
  return state;
}

function checkCharts({ charts }: SessionState, { facts }: AcceptedRecord): void {
  const names = new Set(Object.values(charts.names).flat());
  for (const chart of facts.charts ?? [])
    assert(names.has(chart), `this session was made with ${chart}; this Proctor has ${[...names].join(', ')}`);
}

/** What the session is about, from the command that made it. */
function infoOf(sessionId: string, record: AcceptedRecord): SessionInfo {
  const { command, time: startedAt } = record;
  if (command.type === 'investigation.start') {
    const { query, protocol, minRoots: rootsMin, projectDir } = command;
    return { sessionId, kind: 'investigation', query, protocol, rootsMin, projectDir, startedAt };
  }
  assert(command.type === 'tickets.open' && command.session, 'a journal begins with what made the session');
  return ticketSession(sessionId, command, startedAt);
}

/** Changes the state in place: a tree of 5,000 nodes is not copied for each record. */
export function fold(state: SessionState, record: JournalRecord): void {
  assert.strictEqual(record.seq, state.seq + 1, 'records are folded in sequence');
  if (record.outcome === 'OK') {
    apply(state, record);
    checkMoves(state, record.moves);
  }
  book(state, record);
}

function apply(state: SessionState, record: AcceptedRecord): void {
  checkCharts(state, record);
  if (is(record, 'round.propose')) propose(state, record);
  else if (is(record, 'round.commit')) commit(state, record);
  else if (is(record, 'node.reclassify')) reclassify(state, record);
  else if (is(record, 'investigation.end')) end(state, record);
  else if (is(record, 'tickets.open')) openTickets(state, record);
  else if (is(record, 'session.resume')) state.board.resume();
  else if (is(record, 'session.stop')) noteStop(state, record);
  else if (is(record, 'session.repair')) noteRepair(state, record);
  else if (is(record, 'investigation.start')) assert.fail('an investigation starts once');
  // All that is left are commands about one ticket.
  else foldTicket(state, record as AcceptedRecord & { command: TicketCommand });
}

function book(state: SessionState, record: JournalRecord): void {
  state.seq = record.seq;
  state.updatedAt = record.time;
  state.refusedInARow = record.outcome === 'OK' ? 0 : state.refusedInARow + 1;
  if (record.request) state.requests.set(record.request.id, { seq: record.seq, hash: record.request.hash });
}

function propose(state: SessionState, record: RecordOf<'round.propose'>): void {
  const { tree, actor } = state;
  const { command, time, seq } = record;
  for (const id of command.withdraw) {
    const round = tree.at(id).depth;
    tree.withdraw(id);
    const { uncommitted } = tree.totals.round(round);
    actor.send({ type: 'round.withdraw', round, ids: [id], uncommitted });
  }
  const rounds = new Map<number, { id: string; parent: string | null; depth: number; confirms: number | null }[]>();
  for (const { id, parent, title } of command.nodes) {
    const { depth, confirms } = tree.propose({ id, parent, title, at: time, seq });
    rounds.set(depth, [...(rounds.get(depth) ?? []), { id, parent, depth, confirms }]);
  }
  for (const [round, nodes] of rounds) actor.send({ type: 'round.propose', round, nodes });
  settleClaims(state, record);
}

function commit(state: SessionState, record: RecordOf<'round.commit'>): void {
  const { tree } = state;
  const roundBefore = tree.totals.currentRound;
  const wasEmpty = tree.totals.committed === 0;
  const to = new Map(record.moves.filter(({ why }) => why === 'committed').map((move) => [move.actor, move.to]));
  const entries = record.command.results.map((result) => ({ ...result, to: to.get(result.nodeId) as CommittedState }));
  const concluded = roundsConcluded(tree, entries.map(asEntry(state)), state.info.protocol);
  for (const { nodeId, state: named, evidence, agentId, to: reached } of entries) {
    const due = recordedAs(state.info.protocol, named as CommittedState, tree.at(nodeId).depth);
    assert.strictEqual(reached, due, `${nodeId} was committed ${named} and recorded otherwise`);
    send(state, nodeId, { type: `commit.${reached}` });
    tree.commit(nodeId, reached, { at: record.time, seq: record.seq, agent: agentId });
    setEvidence(state, record, nodeId, evidence);
  }
  for (const round of new Set(entries.map(({ nodeId }) => tree.at(nodeId).depth))) {
    const { uncommitted } = tree.totals.round(round);
    const figures = concluded.find((each) => each.round === round) ?? null;
    state.actor.send({ type: 'round.count', round, uncommitted, figures });
  }
  settleClaims(state, record);
  const opened = wasEmpty || tree.totals.currentRound > roundBefore;
  tree.currentBatch = opened ? 1 : tree.currentBatch + 1;
}

const asEntry =
  ({ tree }: SessionState) =>
  ({ nodeId, state: wanted, to }: { nodeId: string; state: string; to: CommittedState }) => ({
    id: nodeId,
    node: tree.at(nodeId),
    wanted,
    to,
    evidence: undefined,
    agent: undefined,
  });

function reclassify(state: SessionState, record: RecordOf<'node.reclassify'>): void {
  const { nodeId, evidence, newState } = record.command;
  const { tree } = state;
  const to = record.moves.find(({ why }) => why === 'reclassified')?.to as CommittedState;
  assert.strictEqual(to, newState, `${nodeId} was reclassified ${newState} and recorded otherwise`);
  send(state, nodeId, { type: `reclassify.${to}`, children: tree.at(nodeId).children.size });
  tree.reclassify(nodeId, to, record.seq);
  setEvidence(state, record, nodeId, evidence);
  settleClaims(state, record);
}

function end(state: SessionState, { command, time }: RecordOf<'investigation.end'>): void {
  const { tree, info } = state;
  if (command.outcome === 'inconclusive') {
    state.actor.send({ type: 'investigation.giveUp', reason: command.reason ?? '' });
    state.ended = { outcome: 'inconclusive', reason: command.reason ?? null, at: time };
    return;
  }
  state.actor.send({ type: 'investigation.end', figures: endFigures(tree, info.rootsMin) });
  const outcome = tree.totals.solutions.size > 0 ? 'solved' : 'no_solution';
  state.ended = { outcome, reason: command.reason ?? null, at: time };
}

function noteStop(state: SessionState, { command: { outcome }, seq, time }: RecordOf<'session.stop'>): void {
  const count = (state.stops[outcome]?.count ?? 0) + 1;
  state.stops = { ...state.stops, [outcome]: { count, seq, at: time } };
}

/** More than a few would be somebody's habit; how many there were is in the journal. */
const repairsMax = 20;

function noteRepair(state: SessionState, { command, by, seq, time: at }: RecordOf<'session.repair'>): void {
  const { records, bytes } = command.dropped;
  const who = `${by.agentId ?? by.role}${by.client === undefined ? '' : ` (${by.client})`}`;
  state.repairs = [...state.repairs, { seq, at, by: who, records, bytes }].slice(-repairsMax);
}

const claimOutcomes = {
  'claim confirmed': 'confirmed',
  'claim refuted': 'refuted',
  'confirmer reopened': 'standing',
  'confirmer proposed': 'standing',
} as const;

function settleClaims(state: SessionState, { moves, seq }: AcceptedRecord): void {
  for (const { actor, to, why } of moves) {
    if (!(why in claimOutcomes)) continue;
    const { confirmers, committed, valid, dead } =
      state.tree.at(actor).claims.at(-1) ?? assert.fail(`${actor} claims nothing`);
    send(state, actor, { type: 'claim.tally', tally: { confirmers, committed, valid, dead } });
    state.tree.settleClaim(actor, to as NodeState, claimOutcomes[why as keyof typeof claimOutcomes], seq);
  }
}

function setEvidence(state: SessionState, { facts, seq }: AcceptedRecord, id: string, text: string | undefined): void {
  const digest = facts.evidence?.[id];
  const chars = charsOf(text ?? '');
  if (digest !== undefined && chars > 0) state.tree.setEvidence(id, { digest, chars, seq });
}

function send(state: SessionState, nodeId: string, event: NodeEvent): void {
  state.actor.send({ type: 'node.event', round: state.tree.at(nodeId).depth, nodeId, event });
}

function checkMoves(state: SessionState, moves: readonly Move[]): void {
  const last = new Map(moves.map((move) => [move.actor, move.to]));
  for (const [actor, to] of last) assert.strictEqual(stateOf(state, actor), to, `${actor} did not move as recorded`);
}

function stateOf(state: SessionState, actor: string): string | null {
  if (actor === 'session') return state.actor.getSnapshot().value;
  if (actor.startsWith('round:')) return roundState(state, Number(actor.slice('round:'.length)));
  if (actor.startsWith('ticket:')) return liveTicket(state, actor.slice('ticket:'.length)).status;
  if (actor.startsWith('gate:')) return liveGate(state, actor.slice('gate:'.length))?.state ?? null;
  const node = state.tree.get(actor);
  if (!node) return null;
  const { value } = (nodeActor(state, node.depth, actor)?.getSnapshot() ?? {}) as { value?: unknown };
  const live = topState(value);
  assert.strictEqual(live, node.state, `the actor of ${actor} and the tree disagree`);
  return live;
}
