/** `gate-result.yaml`: the verification gate's result for other programs. Texts are JSON strings, which YAML reads as they are. */
import { independenceOf } from '../../../machines/measures/board-ticket.js';
import { redact } from '../../../machines/measures/redact.js';
import type { Principal } from '../../../machines/schema/record.js';
import { plain } from '../escape.js';
import { clip } from '../text-fit.js';
import { lastOf, type Story } from './story.js';
import { iso } from './writing.js';

type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

export function gateResult(story: Story): string {
  const { ticket, sessionId, head } = story;
  const { gate, contract, contractHash, startedAt, commit } = ticket;
  const outcome = lastOutcome(story);
  const sha = commit !== null && commit !== 'wanted' ? commit.sha : null;
  const result: Value = {
    task: {
      id: ticket.id,
      title: said(contract.title),
      session: sessionId,
      contract: contractHash,
      status: ticket.status,
    },
    executor: executorOf(story),
    verify: verifyOf(story),
    architect: architectOf(story),
    outcome: gate.state,
    attempt: gate.context.attempt,
    labels: [...gate.context.labels],
    independence: independenceOf(ticket) ?? 'none',
    failures: ticket.failures.map(({ attempt, type, detail }) => ({ attempt, type, detail: detail ?? null })),
    duration_ms: startedAt === null ? null : outcome - startedAt,
    timestamp: iso(outcome),
    commit_sha: sha,
    requires_manual_commit: gate.state === 'SKIPPED' || gate.state === 'FORCED',
    head,
  };
  return `${lines(result, '').join('\n')}\n`;
}

/** When the gate last moved. */
function lastOutcome({ told, ticket }: Story): number {
  const moved = told.findLast(({ record }) => record.moves.some(({ actor }) => actor === `gate:${ticket.id}`));
  return moved?.record.time ?? ticket.lastStepAt;
}

const said = (text: string): string => plain(clip(redact(text), 600));
const agent = ({ role, agentId, known }: Principal): Value => ({ role, agent: said(agentId ?? ''), known });

function executorOf(story: Story): Value {
  const told = lastOf(story, 'ticket.submit');
  if (!told) return null;
  const { command, by, facts } = told.record;
  return {
    status: command.status,
    by: agent(by),
    attempt: command.attempt,
    files_claimed: command.filesModified.slice(0, 50).map(said),
    files_changed: (facts.tree?.changed ?? []).slice(0, 200).map(said),
    evidence: said(command.evidence),
    level: 'H0',
  };
}

function verifyOf(story: Story): Value {
  const result = lastOf(story, 'gate.ran', ({ command }) => command.result !== undefined)?.record.command.result;
  if (!result) return null;
  return {
    command: said(result.command),
    exit_code: result.exitCode,
    passed: result.passed,
    problem: result.problem === undefined ? null : said(result.problem),
    duration_ms: result.durationMs,
    tree: result.treeBefore,
    output_sha256: result.output.hash,
    output_bytes: result.output.bytes,
    ...(result.output.kept === undefined ? {} : { output_kept: result.output.kept }),
    isolation: result.isolation.kind,
    network: result.isolation.network,
    ...(result.isolation.files === undefined ? {} : { files: result.isolation.files }),
    ...(result.programs === undefined
      ? {}
      : {
          programs: result.programs.map(({ path, fromProject }) => ({ path: said(path), from_project: fromProject })),
        }),
    claim_mismatch: story.ticket.mismatches.includes(result.id),
    level: result.level,
  };
}

function architectOf(story: Story): Value {
  const told = lastOf(story, 'ticket.review');
  if (!told) return null;
  const { command, by } = told.record;
  return {
    verdict: command.verdict,
    confidence: command.confidence,
    by: agent(by),
    findings: command.findings.map(({ criterion, met, evidence }) => ({
      criterion: said(String(criterion)),
      met,
      evidence: said(evidence),
    })),
    concerns: command.concerns.map(said),
    feedback: said(command.feedback),
    level: 'H0',
  };
}

const isPlain = (value: Value): value is string | number | boolean | null =>
  typeof value !== 'object' || value === null;

function lines(value: Exclude<Value, string | number | boolean | null>, indent: string): string[] {
  if (Array.isArray(value))
    return (value as readonly Value[]).flatMap((each) => {
      if (isPlain(each)) return [`${indent}- ${JSON.stringify(each)}`];
      const [first = '', ...rest] = lines(each, `${indent}  `);
      return [`${indent}- ${first.trimStart()}`, ...rest];
    });
  return Object.entries(value).flatMap(([key, each]: [string, Value]) => {
    if (isPlain(each)) return [`${indent}${key}: ${JSON.stringify(each)}`];
    if (Array.isArray(each) && each.length === 0) return [`${indent}${key}: []`];
    return [`${indent}${key}:`, ...lines(each, `${indent}  `)];
  });
}
