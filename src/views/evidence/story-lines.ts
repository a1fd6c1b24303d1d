/** Each record of a ticket as a line of its closure report: who, what, and how it is known. */
import type { AcceptedRecord } from '../../../machines/schema/record.js';
import type { Review, RunResult } from '../../../machines/schema/ticket.js';
import { filesWords, programLines } from '../ticket-detail.js';
import { isOf, type RecordOf, type Told } from './story.js';
import { claimed, code, known, observed, person, prose, seconds, who } from './writing.js';

export function storyLines({ record, isOwn }: Told, ticketId: string): string[] {
  const moved = moveLines(record, ticketId);
  if (isOwn)
    return linesOf(record).flatMap((line, index, all) => (index === all.length - 1 ? [line, ...moved] : [line]));
  const about = 'ticketId' in record.command ? record.command.ticketId : '';
  return moved.length > 0 ? [`- ${code(about)} moved on. ${known(observed)}`, ...moved] : [];
}

function linesOf(record: AcceptedRecord): string[] {
  const { by } = record;
  if (isOf(record, 'ticket.start')) return startLines(record);
  if (isOf(record, 'ticket.submit')) return submitLines(record);
  if (isOf(record, 'gate.ran')) return runLines(`Run ${record.command.runId}`, record.command);
  if (isOf(record, 'closure.ran')) return runLines('Closing run', record.command);
  if (isOf(record, 'gate.expire')) return [`- The time of the step was up. ${known(observed)}`];
  if (isOf(record, 'gate.late'))
    return [`- ${who(by)} answered as ${record.command.as} after the deadline. ${known(observed)}`];
  if (isOf(record, 'ticket.review')) return reviewLines(record.command, who(by));
  if (isOf(record, 'ticket.validate')) return [`- Validation begun by ${who(by)}. ${known(claimed)}`];
  if (isOf(record, 'ticket.report')) {
    const { check, passed, summary } = record.command;
    return [`- ${check}: **${passed ? 'passed' : 'failed'}** by ${who(by)}: ${prose(summary)} ${known(claimed)}`];
  }
  if (isOf(record, 'closure.expire')) return [`- The validation ran out of time. ${known(observed)}`];
  if (isOf(record, 'ticket.escalate'))
    return [`- ${who(by)} asked for a person: ${prose(record.command.question)} ${known(claimed)}`];
  if (isOf(record, 'ticket.override')) {
    const { how, reason, note = '' } = record.command;
    return [`- ${who(by)} **${how}**${reason === undefined ? '' : ` (${reason})`}: ${prose(note)} ${known(person)}`];
  }
  if (isOf(record, 'ticket.decide')) {
    const { decision, dependency, note } = record.command;
    const what = [decision, ...(dependency === undefined ? [] : [code(dependency)])].join(' ');
    return [`- ${who(by)} decided: ${what}${note === undefined ? '' : `: ${prose(note)}`} ${known(person)}`];
  }
  if (isOf(record, 'ticket.committed')) {
    const { sha, error } = record.command;
    return [`- Committed by Proctor: ${sha === null ? prose(error ?? 'failed') : code(sha)} ${known(observed)}`];
  }
  return [];
}

function startLines({ by, facts }: RecordOf<'ticket.start'>): string[] {
  const { treeId = '', changed = [], changedCount = 0 } = facts.tree ?? {};
  return [
    `- Started by ${who(by)} on tree ${code(treeId.slice(0, 12))}. ${known(observed)}`,
    ...(changedCount > 0
      ? [`  - not as in the last commit by then: ${fileList(changed, changedCount)} ${known(observed)}`]
      : []),
  ];
}

/** What the record led to, in the charts' own words. */
function moveLines({ moves }: AcceptedRecord, ticketId: string): string[] {
  const own = [`gate:${ticketId}`, `ticket:${ticketId}`];
  const shown = moves.filter(({ actor, from, to }) => own.includes(actor) && from !== null && from !== to);
  return shown.length > 0
    ? [
        `  - ${shown.map(({ actor, from, to }) => `${actor.slice(0, actor.indexOf(':'))} ${from} → ${to ?? 'stopped'}`).join(', ')}`,
      ]
    : [];
}

function submitLines({ command, by, facts }: RecordOf<'ticket.submit'>): string[] {
  const { status, evidence, error, filesModified, verification } = command;
  const { changed, changedCount = 0 } = facts.tree ?? {};
  return [
    `- ${who(by)} reported **${status}**: ${prose(error ?? evidence)} ${known(claimed)}`,
    ...(filesModified.length > 0
      ? [`  - claims to have changed ${fileList(filesModified, filesModified.length)}`]
      : []),
    ...(verification ? [`  - claims that ${code(verification.command)} exited with ${verification.exitCode}`] : []),
    ...(changed ? [`  - changed since the start: ${fileList(changed, changedCount)} ${known(observed)}`] : []),
  ];
}

export function fileList(files: readonly string[], count: number): string {
  const shown = files.slice(0, 20);
  const more = count - shown.length;
  return (shown.map(code).join(', ') || 'nothing') + (more > 0 ? ` and ${more} more` : '');
}

function runLines(
  name: string,
  { result, cutShort }: { result?: RunResult | undefined; cutShort?: string | undefined },
): string[] {
  if (!result) return [`- ${name} was cut short: ${prose(cutShort ?? '')} ${known(observed)}`];
  return [
    `- ${name} **${result.passed ? 'passed' : 'failed'}**: ${runText(result)} ${known(`${result.level} observed`)}`,
  ];
}

/** One run as the server saw it. */
export function runText({
  command,
  exitCode,
  signal,
  durationMs,
  treeBefore,
  output,
  isolation,
  programs,
  problem,
}: RunResult): string {
  const end = exitCode === null ? (signal ?? 'did not end') : `exit code ${exitCode}`;
  return [
    `${code(command)}, ${end}, ${seconds(durationMs)}`,
    ...(problem === undefined ? [] : [prose(problem)]),
    `tree ${code(treeBefore.slice(0, 12))}`,
    `output ${output.bytes} bytes, sha256 ${code(output.hash.slice(0, 16))}${output.kept === false ? ', not kept' : ''}`,
    [
      `${isolation.kind}, ${isolation.network === 'none' ? 'no network' : 'network open'}`,
      ...(isolation.files === undefined ? [] : [filesWords[isolation.files]]),
    ].join(', '),
    ...programLines(programs).map(prose),
  ].join('; ');
}

function reviewLines({ verdict, confidence, findings, concerns, feedback }: Review, by: string): string[] {
  return [
    `- ${by} reviewed: **${verdict}** (${confidence}): ${prose(feedback)} ${known(claimed)}`,
    ...findings.map(
      ({ criterion, met, evidence }) =>
        `  - ${met ? 'met' : 'not met'}: ${prose(String(criterion))}: ${prose(evidence)}`,
    ),
    ...concerns.map((concern) => `  - concern: ${prose(concern)}`),
  ];
}
