/** Why a command was refused: a code that never changes its meaning, what is wrong, and what to do instead. */
import { z } from 'zod';

export const Violation = z.strictObject({
  code: z.string().regex(/^[A-Z][A-Z0-9_]{2,39}$/),
  /** A node id, `BATCH` or `SESSION`. */
  subject: z.string().max(80),
  message: z.string(),
  fix: z.string(),
});
export type Violation = z.infer<typeof Violation>;
