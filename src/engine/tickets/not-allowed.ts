/** Which commands of a batch of contracts no person has allowed, and what is wrong with them. */
import { deniedWord, isAllowed } from '../../../machines/measures/allowed-command.js';
import { parseCommandLine } from '../../../machines/measures/command-line.js';
import type { Facts } from '../../../machines/schema/record.js';
import type { NewTicket } from '../../../machines/schema/ticket.js';
import { commandHash } from '../../store/approvals.js';
import type { PolicyInForce } from './policies.js';

export async function notAllowedOf(
  tickets: readonly Pick<NewTicket, 'verify'>[],
  { config }: PolicyInForce,
  isApproved: (hash: string) => Promise<boolean>,
): Promise<Pick<Facts, 'notAllowed' | 'denied'>> {
  const { allow } = config.commands;
  const notAllowed: number[] = [];
  const denied: NonNullable<Facts['denied']> = [];
  for (const [index, { verify }] of tickets.entries()) {
    const parsed = parseCommandLine(verify);
    // A command that cannot be read has a refusal of its own.
    if (!parsed.ok || isAllowed(parsed.steps, allow) || (await isApproved(commandHash(parsed.steps)))) continue;
    notAllowed.push(index);
    const found = deniedWord(parsed.steps, allow);
    if (found) denied.push({ index, ...found, word: found.word.slice(0, 200) });
  }
  return { ...(notAllowed.length > 0 ? { notAllowed } : {}), ...(denied.length > 0 ? { denied } : {}) };
}
