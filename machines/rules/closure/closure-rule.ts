/** What the rules of the closure gate look at. */
import type { ClosureContext } from '../../measures/closure.js';
import type { Check } from '../../schema/ticket.js';
import type { Rule } from '../rule.js';
import type { OutsideFigures } from '../tickets/ticket-rule.js';

interface Sender {
  readonly at: number;
  readonly by: string | null;
  /** The policy wants whoever checks to be known by their connection, and this caller is not. */
  readonly isOnlyClaimed: boolean;
  /** Whoever sends it executed or reviewed an attempt. */
  readonly isBuilder: boolean;
}

export interface ValidateFigures extends Sender, OutsideFigures {
  readonly isPolicyChanged: boolean;
  /** The contract's files are no longer those handed off. */
  readonly isStale: boolean;
  readonly filesId: string;
}

export interface CheckFigures extends Sender, OutsideFigures {
  readonly check: Check;
  readonly passed: boolean;
  readonly isMoved: boolean;
  /** The level the policy wants of the run that closing rests on, where that is more than can be had. */
  readonly wantsLevel: string | null;
  /** The policy wants another principal for each check. */
  readonly isSeparate: boolean;
  /** Findings that say otherwise than the report. */
  readonly notMet: readonly string[];
  /** Changed files without a finding, and files found that were not changed. */
  readonly undiffed: readonly string[];
  /** Requirements (or criteria) without a finding. */
  readonly unaudited: readonly string[];
}

export interface ClosureFacts<Figures> {
  readonly ticketId: string;
  readonly closure: ClosureContext;
  readonly event: Figures;
}

export const checkRule = (rule: Rule<ClosureFacts<CheckFigures>>): Rule<ClosureFacts<CheckFigures>> => rule;
