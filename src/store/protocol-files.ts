/** Reads protocol files. A broken one stops the start and names the field: half a protocol holds nobody. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Protocol } from '../../machines/schema/protocol.js';
import { Fault } from './fault.js';

export function loadProtocols(dir: string): Map<string, Protocol> {
  const files = readdirSync(dir).filter((name) => name.endsWith('.json'));
  // The default first: lists of protocols are shown in this order.
  const protocols = files.map((name) => readProtocol(join(dir, name)));
  protocols.sort(
    (a, b) => Number(b.name === 'multi-gate') - Number(a.name === 'multi-gate') || (a.name < b.name ? -1 : 1),
  );
  return new Map(protocols.map((protocol) => [protocol.name, protocol]));
}

function readProtocol(path: string): Protocol {
  const parsed = Protocol.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Fault('BAD_PROTOCOL', `${path}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}.`, {
    retry: false,
    fix: 'Correct that field.',
  });
}
