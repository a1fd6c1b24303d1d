/** Reads the protocol files that ship. A broken one stops the start and names the field: half a protocol holds nobody. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { plural } from '../../machines/measures/text.js';
import { Protocol } from '../../machines/schema/protocol.js';
import { currentChart } from '../../machines/schema/state.js';
import { Fault } from './fault.js';
import { listed, schemaProblems } from './schema-problems.js';

export function loadProtocols(dir: string): Map<string, Protocol> {
  const files = readdirSync(dir).filter((name) => name.endsWith('.json'));
  // The default first: lists of protocols are shown in this order.
  const protocols = files.map((name) => protocolIn(join(dir, name), readFileSync(join(dir, name))));
  protocols.sort(
    (a, b) => Number(b.name === 'multi-gate') - Number(a.name === 'multi-gate') || (a.name < b.name ? -1 : 1),
  );
  return new Map(protocols.map((protocol) => [protocol.name, protocol]));
}

export type ParsedProtocol =
  | { readonly ok: true; readonly protocol: Protocol }
  /** One line a field; `fields` is how many are wrong, 0 where the file as a whole is. */
  | { readonly ok: false; readonly problems: readonly string[]; readonly fields: number };

/** Every wrong field at once. */
export function parseProtocol(bytes: Buffer): ParsedProtocol {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unreadable';
    return { ok: false, problems: [`it is no JSON: ${why}`], fields: 0 };
  }
  const parsed = Protocol.safeParse(json, { error: inWords });
  // A file may be older than Proctor is: what starts now starts with the chart in force.
  if (parsed.success) return { ok: true, protocol: { ...parsed.data, chart: currentChart(parsed.data.chart) } };
  const issues = onePerField(parsed.error.issues);
  const fields = issues.reduce((sum, issue) => sum + fieldsIn(issue), 0);
  return { ok: false, problems: schemaProblems(Protocol, new z.core.$ZodError(issues)), fields };
}

const fieldsIn = (issue: z.core.$ZodIssue): number =>
  issue.code === 'unrecognized_keys' ? issue.keys.length : Math.min(issue.path.length, 1);

/** What is wrong with a field in two ways is still one field to correct. */
function onePerField(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const found = new Map<string, z.core.$ZodIssue>();
  for (const issue of issues) {
    const name = JSON.stringify([issue.code === 'unrecognized_keys', ...issue.path]);
    const before = found.get(name);
    found.set(name, before ? { ...before, message: `${before.message}; ${issue.message}` } : issue);
  }
  return [...found.values()];
}

const valueCharsMax = 40;
const typeWords: Readonly<Record<string, string>> = {
  ...{ int: 'a whole number', number: 'a number', string: 'a text', boolean: 'true or false' },
  ...{ object: 'an object', record: 'an object', array: 'a list' },
};

/** What a field should be, and what it is. The schema's own words, where it has any, come before these. */
function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  const { code, input } = issue;
  if (code === 'too_small') return `at least ${sized(issue.minimum, issue.origin)}, not ${sizeOf(input)}`;
  if (code === 'too_big') return `at most ${sized(issue.maximum, issue.origin)}, not ${sizeOf(input)}`;
  const wanted = wantedBy(issue);
  if (wanted === undefined) return undefined;
  // Which states there are depends on the chart.
  const later = issue.path?.join('.') === 'chart' ? '; states named elsewhere are checked once this is right' : '';
  return (input === undefined ? `it is missing: ${wanted}` : `${wanted}, not ${clipped(input)}`) + later;
}

function wantedBy(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`;
  return issue.code === 'invalid_type' ? (typeWords[issue.expected] ?? issue.expected) : undefined;
}

function sized(limit: number | bigint, origin: string): string {
  if (origin === 'string') return plural(Number(limit), 'character');
  return origin === 'array' ? `${limit} in the list` : String(limit);
}

const sizeOf = (value: unknown): string =>
  typeof value === 'string' || Array.isArray(value) ? String(value.length) : clipped(value);

function clipped(value: unknown): string {
  const json = JSON.stringify(value);
  return json.length > valueCharsMax ? `${json.slice(0, valueCharsMax)}…` : json;
}

/** What the bytes of a file say, or the fault that stops the start. */
export function protocolIn(path: string, bytes: Buffer): Protocol {
  const parsed = parseProtocol(bytes);
  if (parsed.ok) return parsed.protocol;
  throw badProtocol(path, parsed.problems);
}

export const badProtocol = (path: string, problems: readonly string[]): Fault =>
  new Fault('BAD_PROTOCOL', `${path}: ${listed(problems)}.`, {
    retry: false,
    fix: `Correct the file; proctor check-protocol ${path} explains it.`,
  });
