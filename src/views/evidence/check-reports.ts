/** The report of each check as a page: what was found, by whom, beside what the server itself knows of it. */
import type { Check, RunResult } from '../../../machines/schema/ticket.js';
import { normalised } from '../../../machines/measures/text.js';
import { footer } from './closure-report.js';
import { isOf, lastOf, reportOf, type Story } from './story.js';
import { fileList, runText } from './story-lines.js';
import { cell, claimed, code, known, observed, page, prose, table, who } from './writing.js';

/** `investigation-report.md`: were the files really changed as claimed? */
export function investigationReport(story: Story): string | undefined {
  const told = reportOf(story, 'investigator');
  if (!told) return undefined;
  const { changed = [], changedCount = 0 } = told.record.facts.tree ?? {};
  const { tree, handOff } = story.ticket;
  return page([
    ...head(story, 'investigator', 'Investigation report'),
    [
      `Changed files of the contract, start against hand-off: ${fileList(changed, changedCount)} ${known(observed)}`,
      '',
      `Trees: ${code(tree?.treeId.slice(0, 12) ?? '')} → ${code(handOff?.treeId.slice(0, 12) ?? '')}`,
    ],
    ['## Findings', '', ...findingTable(told.record.command.findings)],
    ...evidenceBlock(told.record.command.evidence),
    [footer(story)],
  ]);
}

/** `prd-coverage-matrix.md`: is every requirement covered? */
export function coverageMatrix(story: Story): string | undefined {
  const told = reportOf(story, 'prd_auditor');
  if (!told) return undefined;
  const { requirements = [], done } = story.ticket.contract;
  const asked =
    requirements.length > 0
      ? requirements.map(({ id, text }) => ({ names: [id], shown: code(id), text }))
      : done.map((text, index) => ({ names: [String(index + 1), text], shown: String(index + 1), text }));
  const { findings } = told.record.command;
  const found = (names: readonly string[]) =>
    findings.filter(({ subject }) => names.some((name) => normalised(name) === normalised(subject)));
  const rows = asked.map(({ names, shown, text }) => {
    const own = found(names);
    const stands = own.length === 0 ? 'no finding' : own.every(({ met }) => met) ? 'covered' : '**not covered**';
    return [shown, cell(text), stands, cell(own.map(({ evidence }) => evidence).join('; '))];
  });
  const named = new Set(asked.flatMap(({ names }) => names.map(normalised)));
  const others = findings.filter(({ subject }) => !named.has(normalised(subject)));
  return page([
    ...head(story, 'prd_auditor', 'Coverage matrix'),
    table([requirements.length > 0 ? 'requirement' : 'criterion', 'asked for', 'stands', 'where'], rows),
    others.length > 0 ? ['## Other findings', '', ...findingTable(others)] : [],
    ...evidenceBlock(told.record.command.evidence),
    [footer(story)],
  ]);
}

/** `validation-results.md`: does it work end to end? Beside the report stand the runs the server made. */
export function validationResults(story: Story): string | undefined {
  const told = reportOf(story, 'validator');
  const closing = lastOf(story, 'closure.ran', ({ command }) => command.result !== undefined);
  if (!told && !closing) return undefined;
  const gate = lastOf(story, 'gate.ran', ({ command }) => command.result !== undefined);
  return page([
    ...head(story, 'validator', 'Validation results'),
    [
      '## Runs Proctor made',
      '',
      ...closingRuns(story),
      ...runLine('For the verification gate', gate?.record.command.result),
    ],
    told ? ['## Findings', '', ...findingTable(told.record.command.findings)] : [],
    ...evidenceBlock(told?.record.command.evidence),
    [footer(story)],
  ]);
}

/** Those that failed too. */
const closingRuns = ({ told }: Story): string[] =>
  told.flatMap(({ record, isOwn, round }) =>
    isOwn && isOf(record, 'closure.ran') ? runLine(`For closing, validation ${round}`, record.command.result) : [],
  );

const runLine = (name: string, result: RunResult | undefined): string[] =>
  result ? [`- ${name}: **${result.passed ? 'passed' : 'failed'}**, ${runText(result)} ${known(observed)}`] : [];

function head(story: Story, check: Check, title: string): string[][] {
  const told = reportOf(story, check);
  const { ticket } = story;
  const heading = [`# ${title}: ${code(ticket.id)} ${prose(ticket.contract.title)}`];
  if (!told) return [heading, [`The ${check} has not reported.`]];
  const { command, by } = told.record;
  return [
    heading,
    [
      `**${command.passed ? 'passed' : 'failed'}** in validation ${told.round}, by ${who(by)} ${known(claimed)}`,
      '',
      prose(command.summary),
    ],
  ];
}

const findingTable = (findings: readonly { subject: string; met: boolean; evidence: string }[]): string[] =>
  findings.length === 0
    ? ['None.']
    : table(
        ['about', 'met', 'evidence'],
        findings.map(({ subject, met, evidence }) => [cell(subject), met ? 'yes' : '**no**', cell(evidence)]),
      );

const evidenceBlock = (evidence: readonly string[] = []): string[][] =>
  evidence.length > 0
    ? [['## Evidence handed in', '', ...evidence.map((each) => `- ${prose(each)} ${known(claimed)}`)]]
    : [];
