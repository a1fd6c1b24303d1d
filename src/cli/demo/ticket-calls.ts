/** Who acts in the tickets of the demo, what is asked of them, and what they send. */
import type { Check } from '../../../machines/schema/ticket.js';
import type { Edit, TicketProject } from './ticket-project.js';

type Args = Readonly<Record<string, unknown>>;

export interface TicketCall {
  readonly tool: `ticket_${string}`;
  readonly ticketId?: string;
  /** What matters of the arguments, for the reader. */
  readonly shown: string;
  readonly args: Args | ((project: TicketProject) => Promise<Args>);
  readonly refused?: readonly string[];
  /** Where it must have led. */
  readonly to?: { readonly gate?: string; readonly status?: string; readonly passed?: boolean };
  /** The run a validation asked for must have ended first. */
  readonly afterRun?: true;
}

export interface TicketScene {
  readonly says: string;
  readonly isCheat?: boolean;
  readonly edit?: Edit;
  readonly calls: readonly TicketCall[];
}

export const cheat = { role: 'executor', agentId: 'quick' };
export const friend = { role: 'architect', agentId: 'friend-of-quick' };
export const builder = { role: 'executor', agentId: 'careful' };
export const reviewer = { role: 'architect', agentId: 'second-pair' };
export const overseer = { role: 'system3', agentId: 'overseer' };

export const round = {
  title: 'Round amounts to cents',
  action: 'Make roundCents round half a cent up.',
  files: ['src/round.mjs'],
  verify: 'node --test test/round.test.mjs',
  done: ['roundCents rounds any amount to whole cents, half a cent up'],
};
export const parse = {
  title: 'Refuse what is no amount',
  action: 'Make parseAmount throw a RangeError for text that is no amount.',
  files: ['src/parse.mjs'],
  verify: 'node --test test/parse.test.mjs',
  done: ['parseAmount reads amounts such as 12.50', 'parseAmount throws a RangeError for any other text'],
};

export const success = (attempt: number, more: Args): Args => ({
  attempt,
  status: 'success',
  doneCriteriaMet: true,
  ...more,
});

export function approval(criteria: readonly number[], feedback: string, by: Args): Args {
  return {
    verdict: 'APPROVED',
    confidence: 'HIGH',
    findings: criteria.map((criterion) => ({ criterion, met: true, evidence: 'The test passes.' })),
    concerns: [],
    recommendation: 'commit',
    feedback,
    by,
  };
}

const summaries: Readonly<Record<Check, Readonly<Record<'passed' | 'failed', string>>>> = {
  investigator: { passed: 'The change is what was asked for.', failed: 'The change fits the test, not the contract.' },
  prd_auditor: { passed: 'Both criteria are covered.', failed: 'The criterion is not covered.' },
  validator: { passed: 'It holds at the edges too.', failed: 'It does not round.' },
};

export function report(
  ticketId: string,
  check: Check,
  passed: boolean,
  findingsOf: (project: TicketProject) => Promise<readonly { subject: string; met: boolean; evidence: string }[]>,
): TicketCall {
  return {
    tool: 'ticket_report',
    ticketId,
    shown: `${ticketId} ${check} ${passed ? 'passed' : 'failed'}`,
    args: async (project) => {
      const findings = await findingsOf(project);
      return { check, passed, summary: summaries[check][passed ? 'passed' : 'failed'], findings, by: overseer };
    },
  };
}
