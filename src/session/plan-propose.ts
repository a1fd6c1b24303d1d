/** Plans a batch of proposals: withdrawals first, then the new nodes, each with its round. */
import assert from 'node:assert';
import type { SnapshotFrom } from 'xstate';
import { proposeRules } from '../../machines/rules/index.js';
import { judge } from '../../machines/rules/rule.js';
import type { CommandOf } from '../../machines/schema/command.js';
import type { Move } from '../../machines/schema/record.js';
import { roundActorId } from '../../machines/session.machine.js';
import { moved, roundActor } from './actors.js';
import { cascadeOfProposals } from './cascade.js';
import { accepted, refused, type Plan } from './planned.js';
import type { SessionState } from './state.js';

export function planPropose(state: SessionState, command: CommandOf<'round.propose'>): Plan {
  const { nodes, withdraw } = command;
  const { tree, info } = state;
  const violations = judge(proposeRules, { tree, rootsMin: info.rootsMin, nodes, withdraw }, info.protocol);
  if (violations.length > 0) return refused(violations);

  const moves: Move[] = withdraw.map((id) => ({ actor: id, from: 'PROPOSED', to: null, why: 'withdrawn' }));
  const added = nodes.map(({ parent }) => (parent === null ? 1 : tree.at(parent).depth + 1));
  moves.push(...roundMoves(state, withdraw, added));
  moves.push(...nodes.map(({ id }): Move => ({ actor: id, from: null, to: 'PROPOSED', why: 'proposed' })));
  moves.push(...cascadeOfProposals(state, nodes));
  return accepted(moves);
}

/** A round opens with its first proposal and completes when the last uncommitted one is taken back. */
function roundMoves(state: SessionState, withdraw: readonly string[], added: readonly number[]): Move[] {
  const { totals } = state.tree;
  const left = withdraw.map((id) => state.tree.at(id).depth);
  const moves: Move[] = [];
  const stateOf = new Map<number, string | null>();
  const enter = (round: number, to: string, why: Move['why']) => {
    const from = stateOf.get(round) ?? roundState(state, round);
    if (from !== to) moves.push({ actor: roundActorId(round), from, to, why });
    stateOf.set(round, to);
  };
  for (const round of new Set(left)) {
    const uncommitted = totals.round(round).uncommitted - left.filter((each) => each === round).length;
    if (uncommitted === 0) enter(round, 'complete', 'withdrawn');
  }
  for (const round of new Set(added)) enter(round, 'open', 'proposed');
  return moves;
}

export function roundState(state: SessionState, round: number): string | null {
  const ref = roundActor(state, round);
  return ref ? String((ref.getSnapshot() as { value: unknown }).value) : null;
}

/** What a round does when nodes of it have moved; undefined where its chart refuses. */
export function roundAfter(
  state: SessionState,
  round: number,
  event: Parameters<typeof moved<SessionState['charts']['round']>>[2],
): string | undefined {
  const ref = roundActor(state, round);
  assert(ref, `no round ${round}`);
  return moved(state.charts.round, ref.getSnapshot() as SnapshotFrom<SessionState['charts']['round']>, event);
}
