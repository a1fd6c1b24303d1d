/** What the runs of a ticket on the same files come to: passed, failed, or mixed and then judged by their number. */
import { tallyWith, type GateContext } from '../../measures/gate.js';
import { gateNumbers } from '../../schema/ticket.js';
import type { RunFigures } from './ticket-rule.js';

export const isMovedTooOften = (gate: GateContext, { isMoved }: RunFigures): boolean =>
  isMoved && gate.movedRuns >= gateNumbers.movedRunsMax;

export const allPassed = (gate: GateContext, event: RunFigures): boolean => tallyWith(gate, event).failed === 0;
export const allFailed = (gate: GateContext, event: RunFigures): boolean => tallyWith(gate, event).passed === 0;

/** Mixed so far, and too few runs to say more. */
export function isUndecided(gate: GateContext, event: RunFigures): boolean {
  const { passed, failed } = tallyWith(gate, event);
  return passed > 0 && failed > 0 && passed + failed < gateNumbers.mixedRuns;
}

/** Passes two times of three: a person says whether that will do. */
export function isFlaky(gate: GateContext, event: RunFigures): boolean {
  const { passed, failed } = tallyWith(gate, event);
  return failed > 0 && passed * gateNumbers.mixedRuns >= (passed + failed) * 2;
}
