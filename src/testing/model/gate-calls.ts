/**
 * How each request reaches the server: agents through the tools, people and another server through the engine on the
 * same journal. A request that is to be refused leaves the files as they were.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from '../../../machines/schema/command.js';
import type { Decision } from '../../../machines/schema/ticket.js';
import type { Ledger } from './gate-ledger.js';
import type { Request } from './gate-requests.js';
import { architectOf, comesLate, names } from './gate-table.js';
import { otherServer, person, type TicketBench } from './ticket-bench.js';
import type { Reply } from './ticket-shapes.js';

const workFile = 'src/work.txt';
const agent = { role: 'solo', known: 'claimed', agentId: names.executor } as const;
export const done = ['The file says what was asked for', 'Nothing else was changed'];

export class GateCalls {
  constructor(
    readonly bench: TicketBench,
    readonly sessionId: string,
  ) {}

  /** As it would be sent in earnest, with its flaws; whatever is put in its way is taken away again. */
  async refused(request: Request, ledger: Ledger): Promise<Reply> {
    const has = (flaw: string) => request.flaws.includes(flaw);
    const { write, remove } = this.bench.repo;
    const undo: (() => Promise<void>)[] = [];
    const change = async (path: string, text: string) => {
      const before = await readFile(join(this.bench.repo.dir, path), 'utf8').catch(() => undefined);
      undo.push(async () => (before === undefined ? remove(path) : write({ [path]: before })));
      await write({ [path]: text });
    };
    const isEdited = ['submit', 'submit malformed', 'rereview of other files'].includes(request.verb);
    if (isEdited || has('of other files')) await change(workFile, `Only for a moment: ${request.name}.\n`);
    if (has('under another policy')) await change('proctor.config.json', '{ "commit": "auto" }');
    if (has('outside the contract')) await change('stray.txt', 'Nobody named this file.\n');
    try {
      return await this.send(request, ledger);
    } finally {
      for (const each of undo) await each();
    }
  }

  async send(request: Request, ledger: Ledger, signal?: AbortSignal): Promise<Reply> {
    const { bench, sessionId } = this;
    const { group, verb, flaws } = request;
    const as = flaws.includes('as an agent') ? agent : person;
    const ticketId = 'T-1';
    switch (group) {
      case 'start':
        return bench.call('ticket_start', { sessionId, ticketId });
      case 'submit':
        return bench.call('ticket_submit', { sessionId, ticketId, ...submission(request, ledger) }, signal);
      case 'review':
        return bench.call('ticket_review', { sessionId, ticketId, ...review(request, ledger) });
      case 'escalate':
        return bench.call('ticket_escalate', { sessionId, ticketId, tried: 'All of it.', question: 'What now?' });
      case 'override':
        return bench.command(sessionId, override(request), as);
      case 'decide':
        return bench.command(sessionId, decision(verb), as);
      case 'run':
        return bench.command(
          sessionId,
          { type: 'gate.ran', ticketId, runId: 90_000, cutShort: 'it was stopped' },
          otherServer,
        );
      case 'time':
        return bench.command(
          sessionId,
          { type: verb === 'wake early' ? 'gate.wake' : 'gate.expire', ticketId },
          otherServer,
        );
    }
  }

  /** Somebody answers when the time is over. */
  async late({ state, attempt }: Ledger): Promise<Reply> {
    const { bench, sessionId } = this;
    const ticketId = 'T-1';
    if (state === 'REVIEWING') {
      const by = { role: 'architect', agentId: names.slowArchitect };
      return bench.call('ticket_review', { sessionId, ticketId, ...verdict, ...rejection, by });
    }
    const by = { role: 'executor', agentId: names.slowExecutor };
    return bench.call('ticket_submit', { sessionId, ticketId, ...report, status: 'failure', attempt, by });
  }
}

const report = { filesModified: [workFile], evidence: 'Read the whole of it.', doneCriteriaMet: true };
const findings = done.map((criterion) => ({ criterion, met: true, evidence: 'Seen in the file.' }));
const verdict = { verdict: 'APPROVED', confidence: 'HIGH', findings, concerns: [], feedback: '' };
const rejection = { verdict: 'REJECTED', recommendation: 'retry', feedback: 'The second line is missing.' };

/** Whoever is too late takes part all the same: so it is somebody who plays no other part. */
function submission(request: Request, ledger: Ledger): Record<string, unknown> {
  const { verb, flaws } = request;
  const has = (flaw: string) => flaws.includes(flaw);
  const usual = comesLate(ledger, request) ? `${names.tardyExecutor} in ${ledger.state}` : names.executor;
  const who = has('by an architect') ? ledger.architects.at(-1) : usual;
  const attempt = has('for a timed-out attempt') ? ledger.timedOut[0] : undefined;
  return {
    ...report,
    status: verb === 'submit failure' ? 'failure' : verb.includes('blocked') ? 'blocked' : 'success',
    // An attempt has a number from the start on; before that one is made up.
    attempt: attempt ?? Math.max(ledger.attempt, 1) + (has('for another attempt') ? 50 : 0),
    doneCriteriaMet: verb !== 'submit malformed',
    ...(has('with untouched files') ? { filesModified: [workFile, 'other/work.txt'] } : {}),
    ...(verb === 'submit blocked by another' ? { blockedBy: 'T-2' } : {}),
    by: { role: 'executor', ...(has('by nobody') ? {} : { agentId: who }) },
  };
}

function review(request: Request, ledger: Ledger): Record<string, unknown> {
  const { verb, flaws } = request;
  const has = (flaw: string) => flaws.includes(flaw);
  const fresh = comesLate(ledger, request) ? `${names.tardyArchitect} in ${ledger.state}` : architectOf(ledger);
  const who = has('by an executor')
    ? ledger.executors.at(-1)
    : has('by one who reviewed')
      ? ledger.reviewers.at(-1)
      : fresh;
  const usual = verb === 'ask for a manual review' ? 'manual_review' : 'commit';
  const looked = findings.map((each) => ({ ...each, met: !has('with a criterion unmet') }));
  return {
    ...verdict,
    confidence: verb === 'approve with doubts' ? 'MEDIUM' : verb.endsWith('low confidence') ? 'LOW' : 'HIGH',
    findings: has('without a finding') ? looked.slice(1) : looked,
    recommendation: usual,
    ...(verb === 'reject' ? rejection : {}),
    ...(has('asking for a retry') ? { recommendation: 'retry' } : {}),
    ...(has('asking for a commit') ? { recommendation: 'commit' } : {}),
    by: { role: 'architect', ...(has('by nobody') ? {} : { agentId: who }) },
  };
}

function override({ verb, flaws }: Request): Command {
  const has = (flaw: string) => flaws.includes(flaw);
  const reason = has('for no good reason') ? 'it is late' : 'time-pressure';
  return {
    type: 'ticket.override',
    ticketId: 'T-1',
    how: verb === 'skip' ? 'skip' : 'force',
    ...(has('without a reason') ? {} : { reason }),
    ...(has('without a note') ? {} : { note: 'Looked at it.' }),
    typed: has('without typing') ? 'override' : 'OVERRIDE',
  };
}

function decision(verb: string): Command {
  const note = 'Looked at it.';
  if (verb === 'withdraw the blocker') return { type: 'ticket.decide', ticketId: 'T-2', decision: 'withdraw', note };
  // The verbs of the group are the decisions, but for one that says of which files.
  const named = verb.replace(' of other files', '') as Decision;
  return { type: 'ticket.decide', ticketId: 'T-1', decision: named, note };
}
