/** The events a request sends to the gate's chart, with figures as the engine would gather them for it. */
import type { SnapshotFrom } from 'xstate';
import type { GateEvent } from '../../../machines/gate-actor.js';
import type { ReportFigures, ReviewFigures } from '../../../machines/rules/tickets/ticket-rule.js';
import type { loneGate } from '../gate-play.js';
import { beginFigures, overrideFigures, reportFigures, reviewFigures, runFigures } from '../ticket-samples.js';
import type { Ledger } from './gate-ledger.js';
import type { Request } from './gate-requests.js';
import { architectOf, names } from './gate-table.js';

/** The chart and the ledger, both as far as the path has come. */
export interface Place {
  readonly gate: SnapshotFrom<typeof loneGate>;
  readonly ledger: Ledger;
}

const key = (agentId: string) => `agent ${agentId}`;
const files = (version: number) => `files-${version}`;

/** None where the request is not the gate's affair. */
export function eventsFor(request: Request, place: Place): GateEvent[] {
  const { gate, ledger } = place;
  const { deadline, wakeAt } = gate.context;
  // Time passes only where a request says so.
  const at = gate.context.failures.at(-1)?.at ?? 0;
  const now = Math.max(at, deadline === null ? 0 : deadline - gate.context.limits[gate.context.step].maxMs);
  switch (request.group) {
    case 'start':
      return [{ type: 'gate.begin', ...beginFigures({ at: now }) }];
    case 'submit':
      return [{ type: 'gate.report', ...report(request, place, now) }];
    case 'review':
      return [{ type: 'gate.review', ...review(request, place, now) }];
    case 'escalate':
      return ['APPROVED', 'SKIPPED', 'FORCED'].includes(ledger.state) ? [] : [{ type: 'gate.escalate', at: now }];
    case 'run':
      return [{ type: 'gate.ran', ...run(request, place, now) }];
    case 'time':
      return timeEvents(request, place, { late: (deadline ?? now) + 1, woken: wakeAt ?? now });
    case 'override':
      return [{ type: request.verb === 'skip' ? 'gate.skip' : 'gate.force', ...override(request, now) }];
    case 'decide':
      return decision(request, place, now);
  }
}

function report({ verb, flaws }: Request, { ledger, gate }: Place, at: number): ReportFigures {
  const has = (flaw: string) => flaws.includes(flaw);
  const isEdited = verb === 'submit' || verb === 'submit malformed';
  const attempt = gate.context.attempt + (has('for another attempt') ? 50 : 0);
  return reportFigures({
    at,
    attempt: has('for a timed-out attempt') ? (ledger.timedOut[0] ?? attempt) : attempt,
    status: verb === 'submit failure' ? 'failure' : verb.includes('blocked') ? 'blocked' : 'success',
    by: has('by nobody') ? null : key(has('by an architect') ? (ledger.architects.at(-1) ?? '') : names.executor),
    contradictions: verb === 'submit malformed' ? ['doneCriteriaMet is false'] : [],
    isPolicyChanged: has('under another policy'),
    filesId: files(ledger.files + (isEdited ? 1 : 0)),
    untouchedCount: has('with untouched files') ? 1 : 0,
    outsideCount: has('outside the contract') ? 1 : 0,
    blocker: verb === 'submit blocked by another' ? 'T-2' : null,
  });
}

function review({ verb, flaws }: Request, { ledger }: Place, at: number): ReviewFigures {
  const has = (flaw: string) => flaws.includes(flaw);
  const isRejected = verb === 'reject';
  const usual = verb === 'ask for a manual review' ? 'manual_review' : isRejected ? 'retry' : 'commit';
  const who = has('by an executor')
    ? ledger.executors.at(-1)
    : has('by one who reviewed')
      ? ledger.reviewers.at(-1)
      : architectOf(ledger);
  return reviewFigures({
    at,
    by: has('by nobody') ? null : key(who ?? ''),
    verdict: isRejected ? 'REJECTED' : 'APPROVED',
    confidence: verb === 'approve with doubts' ? 'MEDIUM' : verb.endsWith('low confidence') ? 'LOW' : 'HIGH',
    recommendation: has('asking for a retry') ? 'retry' : has('asking for a commit') ? 'commit' : usual,
    missing: has('without a finding') ? ['1'] : [],
    unmet: has('with a criterion unmet') ? ['1'] : [],
    filesId: files(ledger.files + (has('of other files') ? 1 : 0)),
  });
}

function run({ verb }: Request, { gate, ledger }: Place, at: number) {
  const isOther = verb === 'another run ends';
  return runFigures({
    at,
    runId: gate.context.runs + (isOther ? 900 : 0),
    isCutShort: verb === 'run is cut short' || isOther,
    isMoved: verb === 'run moves the files',
    filesId: files(ledger.files),
    passed: verb !== 'run fails',
  });
}

function timeEvents(
  { verb }: Request,
  { ledger }: Place,
  { late, woken }: { late: number; woken: number },
): GateEvent[] {
  if (verb === 'pause ends') return [{ type: 'gate.wake', at: woken }];
  if (verb === 'wake early') return [{ type: 'gate.wake', at: woken - 1 }];
  if (verb === 'expire early') return [{ type: 'gate.expire', at: late - 1 }];
  const expiry: GateEvent = { type: 'gate.expire', at: late };
  if (verb !== 'answer too late') return [expiry];
  const isArchitect = ledger.state === 'REVIEWING';
  const by = key(isArchitect ? names.slowArchitect : names.slowExecutor);
  return [expiry, { type: 'gate.late', as: isArchitect ? 'architect' : 'executor', by }];
}

function override({ flaws }: Request, at: number) {
  const has = (flaw: string) => flaws.includes(flaw);
  return overrideFigures({
    at,
    isPerson: !has('as an agent'),
    reason: has('without a reason') ? undefined : has('for no good reason') ? 'it is late' : 'time-pressure',
    note: has('without a note') ? ' ' : 'Looked at it.',
    typed: has('without typing') ? 'override' : 'OVERRIDE',
  });
}

/** That only a person decides is not the chart's affair, but for overrides. */
function decision({ verb, flaws }: Request, { ledger }: Place, at: number): GateEvent[] {
  if (flaws.length > 0) return [];
  switch (verb) {
    case 'withdraw the blocker':
      return [{ type: 'gate.orphan', at }];
    case 'rereview':
      return [{ type: 'gate.rereview', at, filesId: files(ledger.files) }];
    case 'rereview of other files':
      return [{ type: 'gate.rereview', at, filesId: files(ledger.files + 1) }];
    default:
      // The rest of the group is named as the chart names it.
      return [{ type: `gate.${verb as 'retry' | 'extend' | 'investigate' | 'acknowledge' | 'unblock'}`, at }];
  }
}
