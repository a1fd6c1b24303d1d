import type { Command } from '../../machines/schema/command.js';

import { contract } from '../testing/ticket-team.js';
import { protocolNamed } from '../testing/tree-builder.js';
import { withoutSecrets } from './redact-command.js';

const token = `proctor_ab2cd3ef4gh5_Zx9_k-Qw8rT7yU6iO5pA4sD3fG2hJ1kL0zXcVbNmQwE`;
const said = `I used ${token}.`;
const kept = 'I used [redacted].';

const finding = { met: true, evidence: said };
const commands: readonly Command[] = [
  { type: 'investigation.end', outcome: 'inconclusive', reason: said },
  { type: 'round.propose', nodes: [{ id: 'R1.A', parent: null, title: said, plannedAction: said }], withdraw: [] },
  { type: 'round.commit', results: [{ nodeId: 'R1.A', state: 'DEAD', findings: said, references: [said] }] },
  { type: 'node.reclassify', nodeId: 'R1.A', newState: 'DEAD', reason: said, evidence: said },
  { type: 'tickets.open', tickets: [{ ...contract, title: said, action: said, done: [said] }] },
  {
    ...{ type: 'ticket.submit', ticketId: 'T-1', attempt: 1, status: 'failure', filesModified: [] },
    ...{ doneCriteriaMet: false, evidence: said, error: said },
  },
  {
    ...{ type: 'ticket.review', ticketId: 'T-1', verdict: 'REJECTED', confidence: 'HIGH', recommendation: 'retry' },
    ...{ findings: [{ criterion: 1, ...finding }], concerns: [said], feedback: said },
  },
  {
    ...{ type: 'ticket.report', ticketId: 'T-1', check: 'validator', passed: true, summary: said },
    ...{ findings: [{ subject: 'it', ...finding }], evidence: [said] },
  },
  { type: 'ticket.escalate', ticketId: 'T-1', tried: said, question: said },
  { type: 'ticket.decide', ticketId: 'T-1', decision: 'retry', note: said },
  { type: 'ticket.override', ticketId: 'T-1', how: 'skip', reason: 'time-pressure', note: said },
  { type: 'session.resume', note: said },
];

test.each(commands.map((command) => [command.type, command] as const))('%s keeps no token', (_, command) => {
  const clean = withoutSecrets(command);
  expect(clean).toEqual(JSON.parse(JSON.stringify(command).replaceAll(said, kept)));
  expect(JSON.stringify(clean)).not.toContain(token);
});

test('names, patterns and commands stay as they are', () => {
  const protocol = protocolNamed('classic');
  const start = {
    type: 'investigation.start',
    query: 'Why?',
    minRoots: 1,
    projectDir: `/${token}`,
    protocol,
  } as Command;
  const open: Command = { type: 'tickets.open', tickets: [{ ...contract, id: 'T-1', files: [token], verify: token }] };
  for (const command of [start, open]) expect(withoutSecrets(command)).toEqual(command);
});
