/**
 * What a person can say about a ticket, in words, with the command each comes to: one list for the terminal and for the
 * dashboard. Whether it is possible now, the rules alone know: they are asked.
 */
import { dependenciesOf, type Ticket } from '../../machines/measures/board-ticket.js';
import { overrideWord } from '../../machines/rules/tickets/override-not-typed.rule.js';
import type { CommandOf } from '../../machines/schema/command.js';
import { Decision, skipReasons } from '../../machines/schema/ticket.js';

export type PersonCommand = CommandOf<'ticket.decide'> | CommandOf<'ticket.override'>;
/** Decisions, and the two overrides. */
export type Choice = Decision | CommandOf<'ticket.override'>['how'];

/** In the order they are offered. */
export const choices: readonly Choice[] = [
  ...Decision.options.filter((decision) => decision !== 'drop'),
  ...(['drop', 'skip', 'force'] as const),
];

export interface ChoiceWords {
  /** On a button. */
  readonly label: string;
  /** What it does. */
  readonly about: string;
  /** What typing the ticket's id will do, as in “Type T-3 to …”. */
  readonly toDo: (dependency: string) => string;
  /** Nothing is decided without it. */
  readonly isNoteNeeded: boolean;
}

export const choiceWords: Readonly<Record<Choice, ChoiceWords>> = {
  retry: {
    label: 'Retry',
    about: 'gives it one more attempt, with the feedback of the last',
    toDo: () => 'give it one more attempt',
    isNoteNeeded: false,
  },
  extend: {
    label: 'Extend',
    about: 'repeats the step that timed out, with the longest limit there is',
    toDo: () => 'give the step more time',
    isNoteNeeded: false,
  },
  investigate: {
    label: 'Investigate',
    about: 'keeps it waiting while you look into it; unblock lets it go on',
    toDo: () => 'look into it yourself',
    isNoteNeeded: false,
  },
  acknowledge: {
    label: 'Acknowledge',
    about: 'accepts that its command passes only sometimes; an architect reviews it next',
    toDo: () => 'accept the flaky command',
    isNoteNeeded: false,
  },
  rereview: {
    label: 'Review again',
    about: 'has another architect review it as it is',
    toDo: () => 'have it reviewed again',
    isNoteNeeded: false,
  },
  unblock: {
    label: 'Unblock',
    about: 'lets it go on with a new attempt',
    toDo: () => 'let it go on',
    isNoteNeeded: false,
  },
  drop: {
    label: 'Drop dependency',
    about: 'lets it start without a ticket it depends on',
    toDo: (dependency) => `drop its dependency ${dependency}`,
    isNoteNeeded: false,
  },
  withdraw: {
    label: 'Withdraw',
    about: 'gives it up for good',
    toDo: () => 'give it up for good',
    isNoteNeeded: true,
  },
  accept: {
    label: 'Accept',
    about: 'lets a ticket that was skipped or forced be closed once its checks passed',
    toDo: () => 'accept it although its gate was overridden',
    isNoteNeeded: false,
  },
  skip: {
    label: 'Skip',
    about: 'hands it off unverified',
    toDo: () => 'skip its verification',
    isNoteNeeded: true,
  },
  force: {
    label: 'Force',
    about: 'hands it off whatever its gate says',
    toDo: () => 'go on',
    isNoteNeeded: true,
  },
};

/** What somebody said beside the choice itself. */
export interface Said {
  readonly dependency?: string | undefined;
  readonly note?: string | undefined;
  readonly reason?: string | undefined;
  /** The word that forces. */
  readonly word?: string | undefined;
}

export function commandOf(ticketId: string, choice: Choice, { dependency, note, reason, word }: Said): PersonCommand {
  const said = note === undefined ? {} : { note };
  if (choice === 'skip' || choice === 'force')
    return {
      ...{ type: 'ticket.override', ticketId, how: choice, ...said },
      ...(reason === undefined ? {} : { reason }),
      ...(word === undefined ? {} : { typed: word }),
    };
  return {
    ...{ type: 'ticket.decide', ticketId, decision: choice, ...said },
    ...(dependency === undefined ? {} : { dependency }),
  };
}

export interface AskedChoice {
  readonly choice: Choice;
  readonly dependency?: string;
  /** As somebody would give it who says all that has to be said. */
  readonly command: PersonCommand;
}

/** Everything there is to ask the rules about. */
export function choicesToAsk(ticket: Ticket): AskedChoice[] {
  const { id } = ticket;
  const said = { note: 'why', reason: skipReasons[0], word: overrideWord };
  return choices.flatMap((choice): AskedChoice[] => {
    if (choice !== 'drop') return [{ choice, command: commandOf(id, choice, saidFor(choice, said)) }];
    // Once it is started its dependencies no longer hold it back.
    const dependencies = ticket.status === 'open' ? dependenciesOf(ticket) : [];
    return dependencies.map((dependency) => ({
      ...{ choice, dependency },
      command: commandOf(id, choice, { dependency, note: said.note }),
    }));
  });
}

const saidFor = (choice: Choice, { note, reason, word }: Required<Pick<Said, 'note' | 'reason' | 'word'>>): Said =>
  choice === 'skip' ? { note, reason } : choice === 'force' ? { note, word } : { note };
