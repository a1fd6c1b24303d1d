/** Takes keys and tokens out of what is written, before anything is stored or told. */
import { redact, redactShaped } from '../../machines/measures/redact.js';
import type { Command } from '../../machines/schema/command.js';

/** Of what is compared, looked up or run nothing is taken out: it would be another. */
const compared = new Set([
  ...['type', 'session', 'projectDir', 'protocol', 'workDir'],
  ...['id', 'parent', 'nodeId', 'state', 'newState', 'agentId', 'withdraw'],
  ...['ticketId', 'dependsOn', 'dependency', 'files', 'verify', 'filesModified', 'subject', 'criterion'],
]);

export function withoutSecrets(command: Command): Command {
  switch (command.type) {
    case 'ticket.submit':
    case 'ticket.review':
    case 'ticket.report':
    case 'ticket.escalate':
    case 'ticket.decide':
    case 'ticket.override':
    case 'session.resume':
      return cleaned(command, redact) as typeof command;
    case 'investigation.start':
    case 'round.propose':
    case 'round.commit':
    case 'node.reclassify':
    case 'investigation.end':
    case 'tickets.open':
      return cleaned(command, redactShaped) as typeof command;
    default:
      return command;
  }
}

function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((each) => cleaned(each, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]: [string, unknown]) => [
      name,
      compared.has(name) ? each : cleaned(each, clean),
    ]),
  );
}
