/** Questions about a session, answered from its state and, for texts, from its journal. */
import { dotOf } from '../views/dot.js';
import { endReport } from '../views/end-report.js';
import { mermaidOf } from '../views/mermaid.js';
import { nodeDetail, recordsNeeded, type NodeDetail } from '../views/node-detail.js';
import { nodePage, nodeSummary } from '../views/node-page.js';
import { outlineOf } from '../views/outline.js';
import { overviewOf } from '../views/overview.js';
import { svgOf } from '../views/svg.js';
import type { LiveSession } from './live-session.js';
import type { GraphFormat, Query } from './port.js';

export async function answerQuery(session: LiveSession, query: Query): Promise<unknown> {
  const { state } = session;
  switch (query.kind) {
    case 'overview':
      return overviewOf(state);
    case 'nodes':
      return nodePage(state, query.cursor);
    case 'node':
      return detailOf(session, query.nodeId);
    case 'graph':
      return graphOf(session, query.format);
    case 'ending': {
      if (!state.ended) return undefined;
      const records = await session.journal.readAll();
      return endReport(
        state,
        records.map(({ record }) => record),
      );
    }
  }
}

async function detailOf(session: LiveSession, nodeId: string): Promise<NodeDetail | undefined> {
  const summary = nodeSummary(session.state, nodeId);
  if (!summary) return undefined;
  const records = [];
  for (const seq of recordsNeeded(summary).sort((a, b) => a - b))
    records.push(...(await session.journal.readRange(seq - 1, 1)).map(({ record }) => record));
  return nodeDetail(summary, records);
}

function graphOf({ state: { tree, info } }: LiveSession, format: GraphFormat): string {
  switch (format) {
    case 'dot':
      return dotOf(tree, info.query);
    case 'mermaid':
      return mermaidOf(tree, info.query);
    case 'svg':
      return svgOf(tree, info.query);
    case 'outline':
      return outlineOf(tree, {});
  }
}
