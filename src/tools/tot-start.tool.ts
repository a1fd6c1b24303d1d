/** Starts an investigation under a protocol that nothing sent later can weaken. */
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Protocol } from '../../machines/schema/protocol.js';
import type { Violation } from '../../machines/schema/violation.js';
import { clip } from './fit.js';
import { rejected, outcomeReply } from './reply.js';
import { defaultProtocol, defineTool, replyWith, requestId, writing } from './tool.js';

/** Said back so that a caller sees what was taken, not to store it in its context twice. */
const queryBytesMax = 1000;

export const totStart = defineTool({
  name: 'tot_start',
  title: 'Start an investigation',
  description:
    'Start here when a question needs more than one look: a bug with unknown cause, a design choice, a claim to check. Gives a sessionId and the rules. The protocol is frozen once started.',
  input: z.strictObject({
    query: z.string().trim().min(1).max(4000).describe('The question to answer, with what is known.'),
    protocol: z
      .string()
      .max(60)
      .optional()
      .describe(
        'multi-gate (strict, the usual default), classic (light), single-root (a checked sub-agent for each node).',
      ),
    minRoots: z.int().min(1).max(20).optional().describe('Different first ideas required; default 5.'),
    projectDir: z.string().min(1).max(4096).optional().describe('Default: where the server was started.'),
    requestId,
  }),
  output: replyWith({
    sessionId: z.string(),
    query: z.string(),
    protocol: z.string(),
    minRoots: z.number(),
    currentRound: z.number(),
    instructions: z.string(),
  }),
  annotations: writing,
  async run(args, { engine, protocols, projectDir, by, signal }) {
    const protocol = args.protocol === undefined ? defaultProtocol({ protocols }) : protocols.get(args.protocol);
    if (!protocol) {
      const known = [...protocols.keys()].join(', ');
      const message = `There is no protocol ${JSON.stringify(args.protocol)} here.`;
      return rejected([{ code: 'UNKNOWN_PROTOCOL', subject: 'SESSION', message, fix: `Choose one of ${known}.` }]);
    }
    const outside = rootsOutside(protocol, args.minRoots);
    if (outside) return rejected([outside]);
    const command = {
      type: 'investigation.start',
      query: args.query,
      minRoots: args.minRoots ?? protocol.rootsMin.default,
      projectDir: resolve(projectDir, args.projectDir ?? '.'),
      protocol,
    } as const;
    const reply = outcomeReply(await engine.execute(null, command, { requestId: args.requestId, by, signal }));
    return 'query' in reply ? { ...reply, query: clip(args.query, queryBytesMax) } : reply;
  },
});

/** A number of roots the protocol or the project does not allow: never quietly another one. */
function rootsOutside({ name, rootsMin: { default: usual, min, max } }: Protocol, asked: number | undefined) {
  if (asked === undefined || (asked >= min && asked <= max)) return undefined;
  const allowed = min === max ? String(min) : `${min} to ${max}`;
  return {
    code: 'INVALID_INPUT',
    subject: 'SESSION',
    message: `minRoots: ${name} allows ${allowed} here, not ${asked}.`,
    fix: `Ask for ${allowed}, or leave minRoots out for ${usual}.`,
  } satisfies Violation;
}
