/** Reads the protocol files that ship. A broken one stops the start and names the field: half a protocol holds nobody. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Protocol } from '../../machines/schema/protocol.js';
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
  { readonly ok: true; readonly protocol: Protocol } | { readonly ok: false; readonly problems: readonly string[] };

/** Every wrong field at once. */
export function parseProtocol(bytes: Buffer): ParsedProtocol {
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    return { ok: false, problems: [`it is no JSON: ${error instanceof Error ? error.message : 'unreadable'}`] };
  }
  const parsed = Protocol.safeParse(json);
  if (parsed.success) return { ok: true, protocol: parsed.data };
  return { ok: false, problems: schemaProblems(Protocol, parsed.error) };
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
