/** Takes an executor's result. What it says is a claim; Proctor looks at the files and runs the command itself. */
import { z } from 'zod';
import { Submission } from '../../machines/schema/ticket.js';
import { isolationLine, type RunView } from '../views/ticket-detail.js';
import { awaitTicket } from './await-ticket.js';
import { by, principalOf } from './principal.js';
import { outcomeReply, seqOf } from './reply.js';
import { defineTool, gateShape, replyWith, requestId, sessionId, ticketShape, writing } from './tool.js';

/** Longer than most test runs, shorter than clients wait for a call. */
const waitMs = 45_000;

export const ticketSubmit = defineTool({
  name: 'ticket_submit',
  title: 'Submit an attempt',
  description:
    'Call when an attempt is over: success, failure (say why) or blocked. On success Proctor compares the files with git and runs the verify command itself; the reply has the run, or VERIFYING if it takes longer than 45 s.',
  subject: 'ticketId',
  input: z.strictObject({ sessionId, ...Submission.shape, by, requestId }),
  output: replyWith({ ticket: ticketShape, gate: gateShape, run: z.looseObject({ id: z.number() }) }),
  annotations: { ...writing, openWorldHint: true },
  async run({ sessionId: id, by: said, requestId: request, ...submission }, context) {
    const { engine, by: bound, signal } = context;
    const { ticketId } = submission;
    const options = { requestId: request, by: principalOf(bound, said), signal };
    const outcome = await engine.execute(id, { type: 'ticket.submit', ...submission }, options);
    if (outcome.status === 'REJECTED' || submission.status !== 'success') return outcomeReply(outcome);
    const submit = seqOf(outcome.head);
    const doing = 'the verify command runs';
    const wait = { sessionId: id, ticketId, seq: submit, awaits: 'run', ms: waitMs, doing } as const;
    const { detail, isSettled, head } = await awaitTicket(context, wait);
    const { ticket, gate, run, message } = detail;
    // What the submit itself ended asked for no run: the last one is of an earlier attempt.
    const isOfThisSubmit = isSettled && seqOf(head) > submit && run;
    return {
      status: 'OK',
      ticket,
      gate,
      ...(isOfThisSubmit ? { run: briefRun(run) } : {}),
      ...(isOfThisSubmit && run.flags ? { warnings: run.flags.map(flagWarning) } : {}),
      message,
      head,
      ...(outcome.repeated ? { repeated: true } : {}),
    };
  },
});

/** The failing lines are in the feedback; how the run was kept apart is one line. */
const briefRun = ({ excerpt: _excerpt, flags: _flags, isolation, programs, ...run }: RunView) => ({
  ...run,
  isolation: isolationLine({ isolation, programs }),
});

const said: Readonly<Record<string, string>> = {
  CLAIM_MISMATCH:
    'The executor’s own run, as reported, ended otherwise than the one Proctor saw. What Proctor saw counts.',
  NO_TESTS_RAN: 'The command succeeded without executing a test; that proves nothing.',
  TREE_MOVED: 'Files changed while the command ran.',
};

const flagWarning = (flag: string) => ({ warning: flag, message: said[flag] ?? flag });
