/** Ends an investigation, or names everything that stands in the way. */
import { z } from 'zod';
import type { EndReport } from '../views/end-report.js';
import { blockerLine } from '../views/overview.js';
import { bytesOf, clip, replyBytes } from './fit.js';
import { outcomeReply } from './reply.js';
import { defineTool, replyWith, requestId, sessionId, writing, type Reply } from './tool.js';

const queryBytesMax = 1000;

const conclusion = z.array(z.looseObject({ nodeId: z.string(), title: z.string() }));

export const totEnd = defineTool({
  name: 'tot_end',
  title: 'End an investigation',
  description:
    'Call when the tree is settled: gives solutions with their confirmers, theories, dead ends and references, or every blocker at once. No answer in reach? outcome "inconclusive" with an honest reason (50+ characters) always works.',
  input: z.strictObject({
    sessionId,
    outcome: z
      .enum(['inconclusive'], { error: 'only "inconclusive"; leave it out to end with what was found' })
      .optional(),
    reason: z
      .string()
      .max(4000)
      .optional()
      .describe('Required to end as inconclusive: what was tried, what is missing.'),
    requestId,
  }),
  output: replyWith({
    sessionId: z.string(),
    outcome: z.string(),
    reason: z.string().nullable(),
    query: z.string(),
    totalRounds: z.number(),
    totalNodes: z.number(),
    solutions: conclusion,
    theories: conclusion,
    deadEnds: z.number(),
    references: z.array(z.looseObject({ reference: z.string(), nodes: z.array(z.string()) })),
    quality: z.looseObject({ compositeScore: z.number() }),
    agents: z.looseObject({}).optional(),
    finalDot: z.string(),
  }),
  annotations: { ...writing, destructiveHint: true },
  bytesMax: () => replyBytes.full,
  refusal(codes, session) {
    const reason = blockerLine(codes.map((code) => ({ code })));
    if (!session) return { reason };
    const { sessionId: id, query, currentRound: totalRounds, totalNodes } = session;
    return { sessionId: id, query: clip(query, queryBytesMax), totalRounds, totalNodes, reason };
  },
  async run({ sessionId: id, outcome: given, reason, requestId: request }, { engine, by, signal }) {
    const command = { type: 'investigation.end', outcome: given, reason } as const;
    const outcome = await engine.execute(id, command, { requestId: request, by, signal });
    const reply = outcomeReply(outcome);
    if (outcome.status === 'REJECTED') return reply;
    const { value: report } = await engine.query(id, { kind: 'ending' });
    const { value: dot } = await engine.query(id, { kind: 'graph', format: 'dot' });
    const ended = { ...reply, sessionId: id };
    return report ? shortenedToFit({ ...ended, ...report, reason: reply['reason'] }, report, dot, id) : ended;
  },
});

/** Lists and texts are shortened step by step until the reply fits; what was left out is counted. */
function shortenedToFit(reply: Reply, report: EndReport, dot: string, id: string): Reply {
  for (const { items, text } of [
    { items: 20, text: 2000 },
    { items: 10, text: 600 },
    { items: 5, text: 200 },
  ]) {
    const short = { ...reply, ...shortened(report, items, text) };
    const whole = { ...short, finalDot: dot };
    if (bytesOf(dot) <= replyBytes.graph && bytesOf(whole) <= replyBytes.full) return whole;
    const linked = { ...short, finalDot: `session://${id}/graph.dot` };
    if (bytesOf(linked) <= replyBytes.full) return linked;
  }
  return { ...reply, ...shortened(report, 1, 100), finalDot: `session://${id}/graph.dot` };
}

function shortened(report: EndReport, items: number, text: number): object {
  const short = <T extends { title: string; findings: string; evidence: string | null }>(each: T): T => ({
    ...each,
    findings: clip(each.findings, text),
    evidence: each.evidence === null ? null : clip(each.evidence, text),
  });
  const { solutions, theories, references } = report;
  return {
    query: clip(report.query, text),
    solutions: solutions.slice(0, items).map((each) => ({ ...short(each), confirmers: each.confirmers.slice(0, 10) })),
    theories: theories.slice(0, items).map(short),
    references: references
      .slice(0, items * 2)
      .map(({ reference, nodes }) => ({ reference: clip(reference, 200), nodes: nodes.slice(0, 5) })),
    ...(solutions.length > items ? { solutionCount: solutions.length } : {}),
    ...(theories.length > items ? { theoryCount: theories.length } : {}),
    ...(references.length > items * 2 ? { referenceCount: references.length } : {}),
  };
}
