/** Prompts a person picks in the client to set an agent on its way. */

export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: { name: string; description: string; required: boolean }[];
  render: (args: Record<string, string | undefined>) => string;
}

const investigate: Prompt = {
  name: 'investigate',
  title: 'Investigate a question',
  description: 'Find an answer that holds: several ideas, each looked into, the answer confirmed independently.',
  arguments: [
    { name: 'query', description: 'The question, with what is known so far.', required: true },
    {
      name: 'protocol',
      description:
        'multi-gate (the usual default), classic (light) or single-root (a checked sub-agent for each node).',
      required: false,
    },
  ],
  render: ({ query = '', protocol }) => `Investigate this with Proctor, and do not answer before tot_end has succeeded:

${query.trim()}

1. Call tot_start with the question${protocol ? ` and protocol ${JSON.stringify(protocol)}` : ''}. Keep the sessionId.
2. Propose ideas that differ in kind, not in wording: other causes, other layers, other people's assumptions.
3. Work on every proposed node for real: read code, run commands, measure. Use one sub-agent a node where you can, give it the node's id and planned action, and name it in agentId. Then commit what each found, with what you ran or read as evidence.
4. Follow the message in each reply: it names the next call. When a call is refused, do what the suggestion says.
5. When a node looks like the answer, claim it (VALID_PENDING; in single-root FOUND) and let someone else try to refute it in a child node.
6. Call tot_end. If it is refused, work through the blockers. If the answer is out of reach, end as inconclusive and say why.
Then report the solutions, how they were confirmed, and the dead ends.`,
};

const ticketArguments = [
  { name: 'sessionId', description: 'The session the ticket is in.', required: true },
  { name: 'ticketId', description: 'The ticket, such as T-1.', required: true },
];

const named = ({ sessionId = '', ticketId = '' }: Record<string, string | undefined>): string =>
  `ticket ${JSON.stringify(ticketId.trim())} of session ${JSON.stringify(sessionId.trim())}`;

const implementTicket: Prompt = {
  name: 'implement_ticket',
  title: 'Implement a ticket',
  description: 'Do the work of a ticket within its contract and submit what can be proven.',
  arguments: ticketArguments,
  render: (args) => `Implement ${named(args)} with Proctor. It is done when its gate says APPROVED, not before.

1. Call ticket_status with the ticketId. Read the contract: action, files, verify, done. If the gate has feedback, it is what the last attempt lacked.
2. If it is open, call ticket_start. If that is refused because files overlap, make a git worktree and name it in workDir.
3. Do the work, in the ticket's tree, changing only files the contract names. Leave the verify command and the tests it runs as they are, unless the contract is about them.
4. Run the verify command yourself until it passes for the right reason.
5. Call ticket_submit with the attempt number of the gate, every file you changed, and as evidence what you ran and saw; by: {"role": "executor", "agentId": your id}. Proctor compares with git and runs the command itself.
6. If it fails, do what the feedback says: the next attempt has begun. If you cannot do it, submit "failure" with the reason, or "blocked" with the ticket you wait for; if nothing honest is left, call ticket_escalate.
7. When it is REVIEWING, stop: let an agent that did not work on it review it.`,
};

const reviewTicket: Prompt = {
  name: 'review_ticket',
  title: 'Review a ticket',
  description: 'Judge, as an architect who did not execute it, whether a ticket meets each of its done criteria.',
  arguments: ticketArguments,
  render: (args) => `Review ${named(args)} with Proctor, as an architect. You must not have executed it.

1. Call ticket_status with the ticketId. Read the contract, and the run Proctor made: command, exit code, flags such as CLAIM_MISMATCH.
2. Read the real difference in the ticket's tree with git. Do not rely on what the executor says of it.
3. For every done criterion look for yourself whether it is met: read the code, run it, try what could break it. Note what you saw; that is the evidence of its finding.
4. Look for what no criterion says: tests weakened, errors swallowed, cases hard-coded, work outside the contract. These are concerns.
5. Call ticket_review with a finding for each criterion (its number or text), by: {"role": "architect", "agentId": your id}. APPROVED with recommendation "commit" only if every criterion is met; otherwise REJECTED with "retry" and feedback that says exactly what to change. If you are not sure, say LOW or manual_review: a person decides.
6. If it is refused as STALE_EVIDENCE the files changed after the run: the executor submits again first.`,
};

const validateTicket: Prompt = {
  name: 'validate_ticket',
  title: 'Validate a ticket',
  description: 'Check, as an overseer who took no part in it, that a ticket handed off is really done.',
  arguments: ticketArguments,
  render: (
    args,
  ) => `Validate ${named(args)} with Proctor, as System 3. You must have executed or reviewed nothing of it. Nobody can close it but through your three checks, and you are not here to be kind.

1. Call ticket_validate with the ticketId, by: {"role": "system3", "agentId": your id}. Read the brief of each check. Proctor runs the verify command once more meanwhile.
2. investigator: read the real difference of every changed file in the ticket's tree. Does it do what the contract says, and nothing else? Look for weakened tests, swallowed errors, hard-coded cases. One finding a changed file (subject: its path).
3. prd_auditor: for every requirement, or every done criterion where there are none, find where the code does it and which test would fail without it. One finding each (subject: its id or number).
4. validator: use the thing as its user would, end to end, on real services, without mocks, and try what could break it. Findings say what you did and what you saw.
5. Call ticket_report once a check. passed: true only if every finding is met; else passed: false with findings that say exactly what is wrong, because the next attempt is told in your words. A check cannot be reported twice.
6. CLEAN_RUN_PENDING: the run has not ended, look with ticket_status. EVIDENCE_TOO_WEAK: it did not pass; report the failure. The lease of 60 minutes is renewed by every report; if it runs out, begin again with ticket_validate.
When all three have passed the ticket is closed. If you cannot judge it, call ticket_escalate: a person looks.`,
};

export const prompts: readonly Prompt[] = [investigate, implementTicket, reviewTicket, validateTicket];
