/** What a tool is, without any SDK: one schema for arguments and one for the reply, and a handler from one to the other. */
import { z } from 'zod';
import { RequestId } from '../../machines/schema/id.js';
import type { Protocol } from '../../machines/schema/protocol.js';
import type { Principal } from '../../machines/schema/record.js';
import type { SessionEngine } from '../engine/port.js';
import type { Overview } from '../views/overview.js';

/** What every call is given besides its arguments. */
export interface ToolContext {
  readonly engine: SessionEngine;
  /** Those callers may choose, the default first. */
  readonly protocols: ReadonlyMap<string, Protocol>;
  /** Where the server was started. */
  readonly projectDir: string;
  readonly by: Principal;
  readonly signal?: AbortSignal | undefined;
  /** Tells whoever waits for a long call how far it is. */
  readonly progress?: ((progress: number, message: string) => void) | undefined;
}

/** `status` is OK, REJECTED (the caller can do better) or FAULT (the store or Proctor failed). */
export type Reply = { status: 'OK' | 'REJECTED' | 'FAULT' } & Record<string, unknown>;

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: z.ZodObject;
  /** What its errors are about: nodes unless said otherwise. */
  readonly subject?: 'nodeId' | 'ticketId';
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** Where the page is that shows its replies, for clients that show pages. */
  readonly page?: string;
  /** How long the reply's text may get, where it may be more than a brief one. */
  bytesMax?(args: z.infer<Input>): number;
  /** What a refusal says besides its errors; `session` where there is one to tell of. */
  refusal?(codes: readonly string[], session: Overview | undefined): Record<string, unknown>;
  run(args: z.infer<Input>, context: ToolContext): Promise<Reply>;
}

/** The one in force where none is named. */
export const defaultProtocol = ({ protocols }: Pick<ToolContext, 'protocols'>): Protocol | undefined => {
  const [first] = protocols.values();
  return first;
};

export const defineTool = <Input extends z.ZodObject>(tool: Tool<Input>): Tool<Input> => tool;

export const sessionId = z.string().min(1).max(64).describe('From tot_start or ticket_open.');
export const requestId = RequestId.optional().describe('Safe to repeat.');

/** Writes add to the journal and never erase; a repeated requestId changes nothing. */
export const writing = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
} as const;
export const reading = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** Loose, and only `status` required: a stock client checks refusals against it too. */
export const replyWith = (fields: z.ZodRawShape): z.ZodObject =>
  z.looseObject({
    status: z.enum(['OK', 'REJECTED', 'FAULT']),
    errors: z
      .array(
        z.looseObject({
          nodeId: z.string().optional(),
          ticketId: z.string().optional(),
          error: z.string(),
          message: z.string(),
          suggestion: z.string().optional(),
        }),
      )
      .optional(),
    warnings: z.array(z.looseObject({ warning: z.string(), message: z.string() })).optional(),
    message: z.string().optional(),
    head: z.string().optional(),
    ...z.object(fields).partial().shape,
  });

export const changes = z.array(
  z.object({ nodeId: z.string(), from: z.string().nullable(), to: z.string().nullable(), why: z.string() }),
);

/** The least every reply says of a ticket and its gate. */
export const ticketShape = z.looseObject({ ticketId: z.string(), status: z.string(), attempt: z.number() });
export const gateShape = z.looseObject({ status: z.string(), step: z.number(), attempt: z.number() });
