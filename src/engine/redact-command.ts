/** Takes keys and tokens out of what agents write about tickets, before anything is stored or told. */
import { redact } from '../../machines/measures/redact.js';
import type { Command } from '../../machines/schema/command.js';

/** Of what is compared with files, requirements or criteria nothing is taken out: it would compare no more. */
const compared = new Set(['type', 'ticketId', 'filesModified', 'subject', 'criterion']);

export function withoutSecrets(command: Command): Command {
  switch (command.type) {
    case 'ticket.submit':
    case 'ticket.review':
    case 'ticket.report':
    case 'ticket.escalate':
      return cleaned(command) as typeof command;
    default:
      return command;
  }
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]: [string, unknown]) => [name, compared.has(name) ? each : cleaned(each)]),
  );
}
