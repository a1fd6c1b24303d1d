/** One record of a ticket as a step of its story: who, what in full, and how it is known. */
import type { Board } from '../../machines/measures/board.js';
import type { Ticket } from '../../machines/measures/board-ticket.js';
import { keptBytesMax, leftOutLine } from '../../machines/measures/kept-output.js';
import type { AcceptedRecord } from '../../machines/schema/record.js';
import type { CheckReport, Review, RunResult, Submission } from '../../machines/schema/ticket.js';
import { principalWords } from './principal-words.js';
import { isolationLine, runView, type RunView } from './ticket-detail.js';
import { clip } from './text-fit.js';

/** Some of a list, and how many more there are. */
export interface Capped<T> {
  items: T[];
  more: number;
}

export const capped = <T>(items: readonly T[], max: number): Capped<T> => ({
  items: items.slice(0, max),
  more: Math.max(0, items.length - max),
});

export interface Judgement {
  subject: string;
  met: boolean;
  evidence: string;
}

/** What the store has of a run's output. */
export interface KeptOutput {
  bytes: number;
  /** The line in it that stands for the middle, where that was left out. */
  leftOut?: string;
}

export type StepBody =
  | {
      kind: 'claim';
      status: Submission['status'];
      evidence: string;
      files: Capped<string>;
      criteriaMet: boolean;
      error?: string;
      blockedBy?: string;
      /** What the executor says of the command. */
      says?: { command: string; exitCode: number; summary: string };
    }
  | { kind: 'run'; isClosing: boolean; run: RunView & { isolationText: string; printed: string; kept?: KeptOutput } }
  | {
      kind: 'review';
      verdict: Review['verdict'];
      confidence: Review['confidence'];
      recommendation: Review['recommendation'];
      findings: Capped<Judgement>;
      concerns: Capped<string>;
      feedback: string;
    }
  | {
      kind: 'check';
      check: CheckReport['check'];
      passed: boolean;
      summary: string;
      findings: Capped<Judgement>;
      evidence: Capped<string>;
    }
  | { kind: 'person'; what: string; note?: string }
  | { kind: 'note'; what: string; text?: string };

export type StoryStep = StepBody & {
  seq: number;
  at: number;
  by: string;
  /** How it is known: said by somebody, or seen by Proctor. */
  level: 'H0' | 'H3' | 'person';
};

const longText = 2000;
const shortText = 600;
const findingsShown = 15;
const filesShown = 20;

export function stepOf(board: Board, ticket: Ticket, record: AcceptedRecord): StoryStep {
  const { seq, time, by } = record;
  const body = bodyOf(board, ticket, record);
  return { seq, at: time, by: principalWords(by), level: levels[body.kind] ?? levelOf(record), ...body };
}

const levels: Readonly<Record<string, StoryStep['level']>> = {
  claim: 'H0',
  run: 'H3',
  review: 'H0',
  check: 'H0',
  person: 'person',
};

/** What Proctor noted of itself it saw. */
const levelOf = ({ by, command }: AcceptedRecord): StoryStep['level'] =>
  by.role === 'server' || command.type === 'ticket.start' || command.type === 'gate.late' ? 'H3' : 'H0';

function bodyOf(board: Board, ticket: Ticket, { command, facts }: AcceptedRecord): StepBody {
  switch (command.type) {
    case 'ticket.submit':
      return claim(command);
    case 'ticket.review':
      return review(command, ticket.contract.done);
    case 'ticket.report':
      return check(command);
    case 'gate.ran':
    case 'closure.ran': {
      const isClosing = command.type === 'closure.ran';
      if (command.result) return run(board, ticket, command.result, isClosing);
      return note(`${isClosing ? 'closing run' : 'run'} ${command.runId} was cut short`, command.cutShort);
    }
    case 'gate.expire':
      return command.run ? run(board, ticket, command.run, false) : note('time was up');
    case 'ticket.override': {
      const { how, reason, note: why } = command;
      return person(reason === undefined ? how : `${how} (${reason})`, why);
    }
    case 'ticket.decide': {
      const { decision, dependency, note: why } = command;
      return person(dependency === undefined ? decision : `${decision} ${dependency}`, why);
    }
    case 'ticket.escalate':
      return note('asked for a person', `${command.question}\nTried: ${command.tried}`);
    case 'ticket.start':
      return note('started', facts.tree && `in ${facts.tree.dir}, tree ${facts.tree.treeId.slice(0, 12)}`);
    case 'gate.wake':
      return note('tried again after a pause');
    case 'gate.late':
      return note(`answered as ${command.as} after the deadline`);
    case 'ticket.validate':
      return note('validation begun');
    case 'closure.expire':
      return note('the lease ran out');
    case 'ticket.committed':
      return note(command.sha === null ? 'not committed' : 'committed by Proctor', command.sha ?? command.error);
    default:
      return note(command.type.replace('.', ' '));
  }
}

const note = (what: string, text?: string): StepBody => ({
  ...{ kind: 'note', what },
  ...(text === undefined ? {} : { text: clip(text, longText) }),
});

const person = (what: string, why: string | undefined): StepBody => ({
  ...{ kind: 'person', what },
  ...(why === undefined || why === '' ? {} : { note: clip(why, longText) }),
});

function claim({
  status,
  evidence,
  filesModified,
  doneCriteriaMet,
  error,
  blockedBy,
  verification,
}: Submission): StepBody {
  return {
    ...{ kind: 'claim', status, evidence: clip(evidence, longText), criteriaMet: doneCriteriaMet },
    files: capped(filesModified, filesShown),
    ...(error === undefined ? {} : { error: clip(error, longText) }),
    ...(blockedBy === undefined ? {} : { blockedBy }),
    ...(verification === undefined
      ? {}
      : {
          says: {
            command: verification.command,
            exitCode: verification.exitCode,
            summary: clip(verification.outputSummary, shortText),
          },
        }),
  };
}

function run(board: Board, ticket: Ticket, result: RunResult, isClosing: boolean): StepBody {
  const shown = runView(board, ticket, result, isClosing);
  const printed = clip(result.excerpt, longText);
  const isolationText = isolationLine(result);
  return { kind: 'run', isClosing, run: { ...shown, isolationText, printed, ...keptOf(result) } };
}

/** Only where it is more than the excerpt, which lacks the end of its last line. */
function keptOf({ output, excerpt }: RunResult): { kept?: KeptOutput } {
  if (output.kept === false || output.bytes <= Buffer.byteLength(excerpt) + 1) return {};
  const leftOut = leftOutLine(output.bytes);
  return { kept: { bytes: Math.min(output.bytes, keptBytesMax), ...(leftOut === undefined ? {} : { leftOut }) } };
}

function review(
  { verdict, confidence, recommendation, findings, concerns, feedback }: Review,
  done: readonly string[],
) {
  const judged = findings.map(({ criterion, met, evidence }) => ({
    subject: typeof criterion === 'number' ? (done[criterion - 1] ?? String(criterion)) : criterion,
    met,
    evidence: clip(evidence, shortText),
  }));
  return {
    ...{ kind: 'review' as const, verdict, confidence, recommendation },
    findings: capped(judged, findingsShown),
    concerns: capped(
      concerns.map((concern) => clip(concern, shortText)),
      findingsShown,
    ),
    feedback: clip(feedback, longText),
  };
}

function check({ check: name, passed, summary, findings, evidence = [] }: CheckReport): StepBody {
  const judged = findings.map((finding) => ({ ...finding, evidence: clip(finding.evidence, shortText) }));
  return {
    ...{ kind: 'check', check: name, passed, summary: clip(summary, longText) },
    findings: capped(judged, findingsShown),
    evidence: capped(
      evidence.map((each) => clip(each, shortText)),
      findingsShown,
    ),
  };
}
