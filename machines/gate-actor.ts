/** The events a gate takes, with the figures its guards look at. Built by the engine from commands and facts only. */
import type { FileFigures, RunFigures } from './rules/tickets/ticket-rule.js';
import type { BeginFigures, OverrideFigures, ReportFigures, ReviewFigures } from './rules/tickets/ticket-rule.js';

export type GateEvent =
  | ({ type: 'gate.begin' } & BeginFigures)
  | ({ type: 'gate.report' } & ReportFigures)
  | ({ type: 'gate.ran' } & RunFigures)
  | ({ type: 'gate.review' } & ReviewFigures)
  | { type: 'gate.expire'; at: number }
  | { type: 'gate.wake'; at: number }
  | { type: 'gate.late'; as: 'executor' | 'architect'; by: string }
  | { type: 'gate.escalate'; at: number }
  | ({ type: 'gate.skip' } & OverrideFigures)
  | ({ type: 'gate.force' } & OverrideFigures)
  | { type: 'gate.retry'; at: number }
  | { type: 'gate.extend'; at: number }
  | { type: 'gate.investigate'; at: number }
  | { type: 'gate.acknowledge'; at: number }
  | ({ type: 'gate.rereview'; at: number } & FileFigures)
  | { type: 'gate.unblock'; at: number }
  /** The closure gate rejected what was handed off. */
  | { type: 'gate.reopen'; at: number }
  /** Its blocker was withdrawn. */
  | { type: 'gate.orphan'; at: number };
