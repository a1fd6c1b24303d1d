/**
 * A person's decisions on the page: what is possible, asked of the rules, and the one way by which a decision reaches a
 * ticket from here. Whoever cannot show the code is no person, is refused, and the attempt is in the journal.
 */
import { z } from 'zod';
import { isLive } from '../../machines/measures/board-ticket.js';
import { overrideWord } from '../../machines/rules/tickets/override-not-typed.rule.js';
import type { Principal } from '../../machines/schema/record.js';
import { skipReasons } from '../../machines/schema/ticket.js';
import type { SessionEngine } from '../engine/port.js';
import { refusalsAhead, type RulesAhead } from '../engine/rules-ahead.js';
import type { SessionState } from '../session/state.js';
import { choices, choicesToAsk, choiceWords, commandOf, type Choice } from '../views/decisions.js';
import type { PersonCode } from './person-code.js';
import type { DecisionRequest, PossibleDecision, WireRefusal } from './wire.js';

/** Who decides here, once the code is typed. */
export interface Decider {
  readonly by: Principal;
  readonly code: Pick<PersonCode, 'isCode' | 'triesLeft'>;
}

export const deciderAt = (user: string, code: PersonCode): Decider => ({
  by: { role: 'person', known: 'person', agentId: user.slice(0, 200), client: 'dashboard' },
  code,
});

/** Asked of the rules one by one: they alone know. */
export async function possibleDecisions(
  rules: RulesAhead,
  state: SessionState,
  ticketId: string,
): Promise<PossibleDecision[]> {
  const ticket = state.board.get(ticketId);
  if (!ticket || !isLive(ticket)) return [];
  const possible: PossibleDecision[] = [];
  for (const { choice, dependency, command } of choicesToAsk(ticket))
    if ((await refusalsAhead(rules, state, command, { role: 'person', known: 'person' })).length === 0)
      possible.push(offered(choice, dependency));
  return possible;
}

function offered(choice: Choice, dependency: string | undefined): PossibleDecision {
  const { label, about, isNoteNeeded } = choiceWords[choice];
  return {
    decision: choice,
    ...(dependency === undefined ? {} : { dependency }),
    label: dependency === undefined ? label : `${label} ${dependency}`,
    ...{ about, isNoteNeeded },
    ...(choice === 'skip' ? { reasons: skipReasons } : {}),
    ...(choice === 'force' ? { word: overrideWord } : {}),
  };
}

export const undecidableHere = (ticketId: string): string =>
  `This dashboard was not started by a person at a terminal: decide with \`proctor decide ${ticketId}\`.`;

type Refusal = WireRefusal['errors'][number];

const text = z.string();
/** As long as what the journal takes. */
const Shape: z.ZodType<DecisionRequest> = z.strictObject({
  code: text.min(1).max(40),
  typed: text.max(60),
  decision: z.enum(choices),
  dependency: text.min(1).max(40).exactOptional(),
  reason: text.max(60).exactOptional(),
  note: text.trim().max(2000).exactOptional(),
  word: text.max(60).exactOptional(),
});

/** What of a request can be read, to tell all that is wrong with it at once. */
const Loose = z
  .object({
    typed: text.optional().catch(undefined),
    decision: z.enum(choices).optional().catch(undefined),
    dependency: text.optional().catch(undefined),
    reason: text.optional().catch(undefined),
    note: text.optional().catch(undefined),
    word: text.optional().catch(undefined),
  })
  .catch({});

/** Undefined: it is decided, and the journal says so. */
export async function decide(
  engine: Pick<SessionEngine, 'execute'>,
  decider: Decider | undefined,
  about: { readonly sessionId: string; readonly ticketId: string },
  body: unknown,
): Promise<WireRefusal | undefined> {
  const { sessionId, ticketId } = about;
  const parsed = Shape.safeParse(body);
  const missing = missingIn(ticketId, Loose.parse(body));
  if (!parsed.success) return { errors: [...parsed.error.issues.map(misfit), ...missing] };
  const given = parsed.data;
  // The schema knows no other.
  const command = commandOf(ticketId, given.decision as Choice, given);
  const ask = async (by: Principal) => engine.execute(sessionId, command, { by });
  const noted = async (client: string) => ask({ role: 'solo', known: 'claimed', client }).catch(() => undefined);

  if (!decider) {
    await noted('dashboard without a terminal');
    return { errors: [personRequired(undecidableHere(ticketId), `Run proctor decide ${ticketId} in a terminal.`)] };
  }
  const { code, by } = decider;
  if (code.triesLeft <= 0) return { errors: [locked] };
  if (!code.isCode(given.code)) {
    await noted('dashboard without the code');
    return { errors: [code.triesLeft > 0 ? wrongCode(code.triesLeft) : locked] };
  }
  if (missing.length > 0) return { errors: missing };
  const outcome = await ask(by);
  if (outcome.status === 'OK') return undefined;
  return { errors: outcome.violations.map(({ code: error, message, fix }) => refusal(error, message, fix)) };
}

/** What the choice demands besides, whatever else is wrong with the request. */
function missingIn(ticketId: string, given: z.infer<typeof Loose>): Refusal[] {
  const isUnconfirmed = given.typed?.trim() !== ticketId;
  const unconfirmed = isUnconfirmed
    ? [refusal('NOT_CONFIRMED', 'Nothing was changed.', `Type ${ticketId} to confirm.`)]
    : [];
  const choice = given.decision;
  if (choice === undefined) return unconfirmed;
  return [
    ...unconfirmed,
    ...(choiceWords[choice].isNoteNeeded && !given.note?.trim()
      ? [refusal('REASON_REQUIRED', `${choiceWords[choice].label} needs a note.`, 'Say why, for whoever reads it.')]
      : []),
    ...(choice === 'skip' && !skipReasons.some((reason) => reason === given.reason)
      ? [refusal('REASON_REFUSED', 'Skip takes one of three reasons.', `Choose ${skipReasons.join(', ')}.`)]
      : []),
    ...(choice === 'force' && given.word?.trim() !== overrideWord
      ? [refusal('OVERRIDE_NOT_TYPED', 'It was not forced.', `Type ${overrideWord}, in capitals.`)]
      : []),
    ...(choice === 'drop' && given.dependency === undefined
      ? [refusal('INVALID_INPUT', 'No dependency is named.', 'Name the ticket it should no longer wait for.')]
      : []),
  ];
}

const refusal = (error: string, message: string, suggestion: string): Refusal => ({ error, message, suggestion });

const misfit = ({ path, message }: z.core.$ZodIssue): Refusal =>
  refusal('INVALID_INPUT', `${path.join('.') || 'The request'}: ${message}`, 'Correct it and send it again.');

const personRequired = (message: string, suggestion: string): Refusal =>
  refusal('PERSON_REQUIRED', message, suggestion);

const wrongCode = (left: number): Refusal =>
  personRequired(
    `That is not the code, and nothing was changed. The journal shows that somebody tried; ${left} more and it is over.`,
    'Type the code shown on the terminal where the dashboard was started.',
  );

const locked = personRequired(
  'Too many wrong codes: nothing can be decided here any more.',
  'Start the dashboard again for a new code, or decide in a terminal: proctor decide.',
);
