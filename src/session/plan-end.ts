/** Plans the end: every blocker at once, or the session's move to `ended`. Giving up with a reason always succeeds. */
import assert from 'node:assert';
import { endFigures } from '../../machines/measures/end-figures.js';
import { endRules, giveUpRule } from '../../machines/rules/index.js';
import { judge } from '../../machines/rules/rule.js';
import type { CommandOf } from '../../machines/schema/command.js';
import type { Violation } from '../../machines/schema/violation.js';
import { moved } from './actors.js';
import { accepted, refused, type Plan } from './planned.js';
import type { SessionState } from './state.js';

/** What stands between the investigation and its end, all of it. */
export function endBlockers({ tree, info }: SessionState): Violation[] {
  return judge(endRules, { figures: endFigures(tree, info.rootsMin) }, info.protocol);
}

export function planEnd(state: SessionState, command: CommandOf<'investigation.end'>): Plan {
  const { info, tree } = state;
  const givingUp = command.outcome === 'inconclusive';
  const violations = givingUp ? judge([giveUpRule], { reason: command.reason }, info.protocol) : endBlockers(state);
  if (violations.length > 0) return refused(violations);
  const event = givingUp
    ? ({ type: 'investigation.giveUp', reason: command.reason ?? '' } as const)
    : ({ type: 'investigation.end', figures: endFigures(tree, info.rootsMin) } as const);
  const reached = moved(state.charts.session, state.actor.getSnapshot(), event);
  assert.strictEqual(reached, 'ended', 'the session chart refuses an end the rules allow');
  return accepted([{ actor: 'session', from: 'investigating', to: 'ended', why: 'ended' }]);
}
