/** The graph in a reply, when it was asked for and is small enough; otherwise where to fetch it. */
import { z } from 'zod';
import type { GraphFormat, SessionEngine } from '../engine/port.js';

/** Leaves room for the rest of a 20 KiB reply. */
const graphBytesMax = 16 * 1024;

const fileOf: Record<GraphFormat, string> = {
  dot: 'graph.dot',
  mermaid: 'graph.mmd',
  svg: 'graph.svg',
  outline: 'graph.dot',
};

export const dotOnly = z.enum(['dot']).optional().describe('Return the graph in `dot`.');

export async function graphFields(engine: SessionEngine, id: string, format: GraphFormat | undefined): Promise<object> {
  if (format === undefined) return {};
  const { value: text } = await engine.query(id, { kind: 'graph', format });
  const field = format === 'dot' ? 'dot' : 'graph';
  if (Buffer.byteLength(JSON.stringify(text)) <= graphBytesMax) return { [field]: text };
  return { [`${field}Link`]: `session://${id}/${fileOf[format]}` };
}
