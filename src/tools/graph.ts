/** The graph in a reply, when it was asked for and is small enough; otherwise where to fetch it. */
import { z } from 'zod';
import type { GraphFormat, SessionEngine } from '../engine/port.js';
import { bytesOf, replyBytes } from './fit.js';

const fileOf: Record<GraphFormat, string> = {
  dot: 'graph.dot',
  mermaid: 'graph.mmd',
  svg: 'graph.svg',
  outline: 'graph.dot',
};

export const dotOnly = z.enum(['dot']).optional().describe('Return the graph in `dot`.');

interface Asked {
  readonly format: GraphFormat | undefined;
  /** A repeated call is told where the graph is: what it looked like then is not what it looks like now. */
  readonly repeated?: boolean;
}

export async function graphFields(
  engine: SessionEngine,
  id: string,
  { format, repeated = false }: Asked,
): Promise<object> {
  if (format === undefined) return {};
  const field = format === 'dot' ? 'dot' : 'graph';
  const link = { [`${field}Link`]: `session://${id}/${fileOf[format]}` };
  if (repeated) return link;
  const { value: text } = await engine.query(id, { kind: 'graph', format });
  return bytesOf(text) <= replyBytes.graph ? { [field]: text } : link;
}
