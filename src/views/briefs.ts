/** What each check of the closure gate is told: what to look at, what the server itself saw, how to report. */
import type { Ticket } from '../../machines/measures/board-ticket.js';
import type { JournalRecord } from '../../machines/schema/record.js';
import { checks, type Check } from '../../machines/schema/ticket.js';
import { clip } from './text-fit.js';

export interface Brief {
  check: Check;
  brief: string;
}

export interface SeenWork {
  /** Changed files of the contract, and lines added and removed in each, as the server computed them. */
  readonly changed: readonly string[];
  readonly stat: string;
}

interface Told {
  readonly ticket: Ticket;
  readonly work: SeenWork;
  /** Records of the ticket, in order. */
  readonly records: readonly JournalRecord[];
}

const filesMax = 30;
const briefMax = 900;
const subjectsMax = 600;

export function briefsOf(told: Told): Brief[] {
  return checks.map((check) => ({ check, brief: clip(texts[check](told), briefMax) }));
}

const listed = (files: readonly string[]): string =>
  files.slice(0, filesMax).join(', ') + (files.length > filesMax ? ` and ${files.length - filesMax} more` : '');

const texts: Readonly<Record<Check, (told: Told) => string>> = {
  investigator: (told) =>
    [
      `Were the files really changed as claimed? Proctor compared the tree at the start with what was handed off: ${diffOf(told)}`,
      ...claimOf(told),
      ...startOf(told),
      'Read the difference of each, and report one finding a changed file (subject: its path): does the change do what the contract says, and nothing else?',
    ].join('\n'),
  prd_auditor: ({ ticket: { contract } }) => {
    const { requirements = [], done } = contract;
    const isRequired = requirements.length > 0;
    const subjects = isRequired
      ? requirements.map(({ id, text }) => `${id}: ${clip(text, 120)}`)
      : done.map((text, index) => `${index + 1}: ${clip(text, 120)}`);
    return [
      'Is everything covered that was asked for?',
      ...fitting(subjects),
      `Report one finding for each of these (subject: its ${isRequired ? 'id' : 'number or text'}): where the code does it, and which test would fail without it.`,
    ].join('\n');
  },
  validator: (told) =>
    [
      'Does it work end to end, on real services, without mocks? Use it as its user would, and try what could break it.',
      `Proctor runs ${clip(told.ticket.contract.verify, 200)} itself meanwhile; a pass is accepted once that run has passed on the files handed off. ${historyOf(told)}`,
      'Report what you did and saw as findings.',
    ].join('\n'),
};

/** As many as there is room for; a finding is due for the others too. */
function fitting(lines: readonly string[]): string[] {
  let room = subjectsMax;
  const shown = lines.filter((line) => (room -= line.length) > 0);
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more: ticket_status with the ticketId shows the contract.`] : shown;
}

/** Where to look: the trees are recorded in the repository, so that git shows exactly what was handed off. */
function diffOf({ ticket: { tree, handOff }, work: { changed, stat } }: Told): string {
  if (!tree || !handOff || handOff.treeId === '') return 'nothing is known of the files that were handed off.';
  const look = `In ${tree.dir}: git diff ${tree.treeId.slice(0, 12)} ${handOff.treeId.slice(0, 12)}`;
  if (changed.length === 0) return `no file of the contract differs. ${look}`;
  return `${listed(changed)}. ${look}\n${stat.trim()}`;
}

/** What the executor said of it, as a claim. */
function claimOf({ records }: Told): string[] {
  const last = records.findLast((record) => record.outcome === 'OK' && record.command.type === 'ticket.submit');
  if (last?.outcome !== 'OK' || last.command.type !== 'ticket.submit') return [];
  const { filesModified, evidence } = last.command;
  return [`The executor claims to have changed ${listed(filesModified)}, and says: ${clip(evidence, 240)}`];
}

/** Tests that were changed before the start are the frozen ones, and nobody has looked at them. */
function startOf({ records }: Told): string[] {
  const start = records.find((record) => record.outcome === 'OK' && record.command.type === 'ticket.start');
  const changed = start?.outcome === 'OK' ? (start.facts.tree?.changed ?? []) : [];
  return changed.length > 0
    ? [`Changed and not committed when it was started: ${listed(changed)}. Look at these too.`]
    : [];
}

function historyOf({ ticket: { gate, failures, mismatches } }: Told): string {
  const { attempt, runs, labels } = gate.context;
  return [
    `So far: attempt ${attempt}, ${runs} runs`,
    ...(failures.length > 0 ? [`failed before: ${failures.map(({ type }) => type).join(', ')}`] : []),
    ...(mismatches.length > 0 ? ['what the executor said of a run was not what Proctor saw (CLAIM_MISMATCH)'] : []),
    ...(labels.length > 0 ? [`labels: ${labels.join(', ')}`] : []),
  ].join('; ');
}
