/**
 * Judges a command: rules first, then the charts say what would move. Pure; nothing is sent to an actor here.
 * A chart that refuses what the rules allowed is a defect.
 */
import { judge } from '../../machines/rules/rule.js';
import { closedRule } from '../../machines/rules/index.js';
import type { Command } from '../../machines/schema/command.js';
import { planCommit } from './plan-commit.js';
import { planEnd } from './plan-end.js';
import { planPropose } from './plan-propose.js';
import { planReclassify } from './plan-reclassify.js';
import { refused, type Gathered, type Plan } from './planned.js';
import type { SessionState } from './state.js';

export type LaterCommand = Exclude<Command, { type: 'investigation.start' }>;

export function plan(state: SessionState, command: LaterCommand, gathered: Gathered): Plan {
  const closed = judge([closedRule], { ended: state.ended !== null }, state.info.protocol);
  if (closed.length > 0) return refused(closed);
  switch (command.type) {
    case 'round.propose':
      return planPropose(state, command);
    case 'round.commit':
      return planCommit(state, command, gathered);
    case 'node.reclassify':
      return planReclassify(state, command, gathered);
    case 'investigation.end':
      return planEnd(state, command);
  }
}
