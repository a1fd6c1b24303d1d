/** The replies the model tests read, as far as they read them. */
import { z } from 'zod';

const Gate = z.looseObject({
  status: z.string(),
  attempt: z.number(),
  maxAttempts: z.number(),
  deadline: z.string().optional(),
  retryAt: z.string().optional(),
  escalation: z.looseObject({ type: z.string(), step: z.string() }).optional(),
  blockedBy: z.string().optional(),
});

export const Reply = z.looseObject({
  status: z.enum(['OK', 'REJECTED']),
  errors: z.array(z.looseObject({ error: z.string() })).default([]),
  warnings: z.array(z.looseObject({ warning: z.string() })).default([]),
  sessionId: z.string().optional(),
  gate: Gate.optional(),
});
export type Reply = z.infer<typeof Reply>;

export const codesOf = ({ errors }: Reply): string[] => errors.map(({ error }) => error);

/** One ticket as `ticket_status` shows it in full. */
export const Seen = z.looseObject({
  status: z.literal('OK'),
  ticket: z.looseObject({ status: z.string(), labels: z.array(z.string()), flagged: z.boolean().optional() }),
  gate: Gate,
  checks: z.record(z.string(), z.looseObject({ status: z.string() })).optional(),
  closure: z
    .looseObject({
      round: z.number(),
      run: z.string(),
      lease: z.string().optional(),
      waitsForAccept: z.boolean().optional(),
      rejections: z.number().optional(),
    })
    .optional(),
  history: z.array(z.looseObject({ seq: z.number(), what: z.string(), to: z.string().optional() })),
});
export type Seen = z.infer<typeof Seen>;
