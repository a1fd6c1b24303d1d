/** What each check of the closure gate is told: what to look at, what the server saw, how to report. */
import type { Ticket } from '../../machines/measures/board-ticket.js';
import { checks, type Check } from '../../machines/schema/ticket.js';
import { clip } from './text-fit.js';

export interface Brief {
  check: Check;
  brief: string;
}

export interface SeenWork {
  /** Changed files of the contract, and a summary of the difference, as the server computed them. */
  readonly changed: readonly string[];
  readonly stat: string;
}

const filesMax = 30;

export function briefsOf(ticket: Ticket, work: SeenWork): Brief[] {
  return checks.map((check) => ({ check, brief: texts[check](ticket, work) }));
}

const filesOf = ({ changed }: SeenWork): string => {
  const more = changed.length > filesMax ? ` and ${changed.length - filesMax} more` : '';
  return changed.slice(0, filesMax).join(', ') + more;
};

const texts: Readonly<Record<Check, (ticket: Ticket, work: SeenWork) => string>> = {
  investigator: ({ tree }, work) =>
    clip(
      `Were the files really changed as claimed? In ${tree?.dir ?? 'the ticket’s tree'} the server sees these changed since the start: ${filesOf(work)}. ${work.stat} Read the difference of each, and report one finding for each file (subject: its path): does the change do what the contract says, and nothing else?`,
      1200,
    ),
  prd_auditor: ({ contract }) => {
    const { requirements = [], done } = contract;
    const subjects =
      requirements.length > 0
        ? requirements.map(({ id, text }) => `${id}: ${clip(text, 120)}`)
        : done.map((text, index) => `${index + 1}: ${clip(text, 120)}`);
    return clip(
      `Is everything covered that was asked for? Report one finding for each of these (subject: its ${requirements.length > 0 ? 'id' : 'number or text'}), with where in the code and in the tests it is covered: ${subjects.join('; ')}.`,
      1200,
    );
  },
  validator: ({ contract }) =>
    clip(
      `Does it work end to end, on real services, without mocks? Use it as its user would, and try what could break it. The server runs ${contract.verify} itself meanwhile; a pass is accepted once that run has passed on the files handed off. Report what you did and saw as findings.`,
      800,
    ),
};
