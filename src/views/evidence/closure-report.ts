/** `closure-report.md`: the whole story of a ticket, collated by the server; nobody can hand it in. */
import { independenceOf } from '../../../machines/measures/board-ticket.js';
import { checks } from '../../../machines/schema/ticket.js';
import { listed, sampled } from '../../../machines/measures/text.js';
import { repairLine } from '../repairs.js';
import { reportOf, type Story } from './story.js';
import { storyLines } from './story-lines.js';
import { cell, code, iso, page, prose, table, who } from './writing.js';

export function closureReport(story: Story): string {
  const { ticket } = story;
  const { contract, contractHash } = ticket;
  const { requirements = [] } = contract;
  return page([
    [`# Closure report: ${code(ticket.id)} ${prose(contract.title)}`],
    [`**${statusOf(story)}**`],
    [
      `- Session: ${code(story.sessionId)}`,
      `- Contract: ${code(contractHash.slice(0, 16))}, frozen when it was started`,
      `- Attempts: ${ticket.gate.context.attempt}; sent back by the overseer: ${ticket.rejections.length}`,
      `- Independence of those who took part: ${independenceOf(ticket) ?? 'none'} (${partsOf(story)})`,
      `- Config: ${policiesOf(story)}`,
      `- Labels: ${ticket.gate.context.labels.join(', ') || 'none'}`,
      ...story.repairs.map((repair) => `- Journal ${prose(repairLine(repair))}`),
    ],
    [
      '## Asked for',
      '',
      prose(contract.action),
      '',
      ...contract.done.map((done, index) => `${index + 1}. ${prose(done)}`),
    ],
    requirements.length > 0 ? requirements.map(({ id, text }) => `- ${code(id)} ${prose(text)}`) : [],
    [`Files: ${listed(sampled(contract.files.map(code), 20))}. Verified by ${code(contract.verify)}.`],
    ['## Checks', '', ...checkTable(story)],
    ['## What happened', '', legend],
    ...attemptBlocks(story),
    [footer(story)],
  ]);
}

const legend =
  '*H0 claimed*: an agent said so. *H3 observed*: Proctor itself ran or compared it. *a person*: decided by a person. In brackets after a name is how the name is known.';

function statusOf({ ticket: { status, gate, lastStepAt } }: Story): string {
  const { labels } = gate.context;
  const shown = labels.length > 0 ? ` (${labels.join(', ')})` : '';
  return status === 'closed'
    ? `closed${shown} on ${iso(lastStepAt)}`
    : `not closed: ${status}${shown}, gate ${gate.state}, as of ${iso(lastStepAt)}`;
}

/** More than one means that the rules of the project changed on the way. */
function policiesOf({ told }: Story): string {
  const hashes = told.flatMap(({ record, isOwn }) => (isOwn && record.facts.policy ? [record.facts.policy.hash] : []));
  return [...new Set(hashes)].map((hash) => code(hash.slice(0, 12))).join(', then ') || 'none';
}

const partsOf = ({ ticket: { known } }: Story): string =>
  Object.entries(known)
    .map(([part, how]) => `${part} ${how}`)
    .join(', ') || 'nobody took part';

function checkTable(story: Story): string[] {
  const { marks } = story.ticket.closure;
  const rows = checks.map((check) => {
    const told = reportOf(story, check);
    const stands = marks[check] === undefined ? 'waiting' : marks[check].passed ? 'passed' : 'failed';
    if (!told) return [check, stands, '–', '–'];
    const { record } = told;
    const last = `${record.command.passed ? 'passed' : 'failed'} in validation ${told.round}`;
    return [check, `${stands} (last report: ${last})`, who(record.by), cell(record.command.summary)];
  });
  return table(['check', 'stands', 'reported by', 'says'], rows);
}

function attemptBlocks(story: Story): string[][] {
  const last = Math.max(0, ...story.told.map(({ attempt }) => attempt));
  return Array.from({ length: last + 1 }, (_, attempt) => {
    const lines = story.told
      .filter((told) => told.attempt === attempt)
      .flatMap((told) => storyLines(told, story.ticket.id));
    if (lines.length === 0) return [];
    return [attempt === 0 ? '### Before the first attempt' : `### Attempt ${attempt}`, '', ...lines];
  });
}

export const footer = ({ sessionId, ticket, head }: Story): string =>
  `Rendered by Proctor from its journal up to record ${code(head)}. The same again: ${code(`proctor export ${sessionId} --ticket ${ticket.id} --format evidence`)}`;
