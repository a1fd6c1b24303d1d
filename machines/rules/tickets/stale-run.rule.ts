/** Refuses the result of a run that is no longer awaited. */
import type { GateContext } from '../../measures/gate.js';
import type { Rule } from '../rule.js';
import type { GateFacts, RunFigures } from './ticket-rule.js';

export const isOtherRun = (gate: GateContext, event: { runId: number }): boolean => event.runId !== gate.runs;

export const staleRun: Rule<GateFacts<RunFigures>> = {
  code: 'STALE_RUN',
  why: 'A run counts for the work it was asked for.',
  check({ ticketId, gate, event }) {
    if (!isOtherRun(gate, event)) return [];
    return [
      {
        subject: ticketId,
        message: `This is run ${event.runId}; run ${gate.runs} is awaited.`,
        fix: 'Nothing to do: the awaited run decides.',
      },
    ];
  },
};
