/**
 * Who sits at the terminal. What only a person may do comes through here: a terminal on stdin and stderr, no agent's
 * mark in the environment, and something typed that shows what is being decided.
 */
import type { Principal } from '../../machines/schema/record.js';
import { agentIn } from './agent-environment.js';
import { Refused, type Io } from './command.js';

export type Sitter =
  | { readonly isPerson: true; readonly by: Principal; readonly ask: NonNullable<Io['ask']> }
  /** `by` is for the journal: somebody tried, and this is all that is known of them. */
  | { readonly isPerson: false; readonly by: Principal; readonly why: string };

const clientCharsMax = 120;

export function sitterAt(io: Io): Sitter {
  const mark = agentIn(io.env);
  if (mark) return noPerson(`cli under ${mark.variable}`, `${mark.variable} is set: ${mark.agent} started this shell.`);
  if (!io.ask) return noPerson('cli without a terminal', 'stdin and stderr are not both a terminal.');
  const client = `cli ${io.tty ?? ''}`.trim().slice(0, clientCharsMax);
  return {
    isPerson: true,
    ask: io.ask,
    by: { role: 'person', known: 'person', agentId: io.user.slice(0, 200), client },
  };
}

const noPerson = (client: string, why: string): Sitter => ({
  isPerson: false,
  by: { role: 'solo', known: 'claimed', client: client.slice(0, clientCharsMax) },
  why,
});

export const personRequired = (why: string): Refused =>
  new Refused(
    'PERSON_REQUIRED',
    `Only a person may do this, at a terminal: ${why} Nothing was changed.`,
    'A person runs it in a terminal of their own; an agent that is stuck calls ticket_escalate.',
  );

/** Nothing but the word itself is a yes. */
export async function typed(ask: NonNullable<Io['ask']>, word: string, toDo: string): Promise<void> {
  const answer = await ask(`Type ${word} to ${toDo}: `);
  if (answer?.trim() !== word) throw new Refused('NOT_CONFIRMED', 'Nothing was changed.', `${word} was not typed.`);
}
