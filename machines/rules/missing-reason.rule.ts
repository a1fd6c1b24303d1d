/** Refuses a reclassification without a reason. */
import type { Protocol } from '../schema/protocol.js';
import { reclassifyRule } from './rule.js';

const lacksReason = (protocol: Protocol, reason: string | undefined): boolean =>
  protocol.reasonRequired && (reason ?? '').trim() === '';

export const missingReason = reclassifyRule({
  code: 'MISSING_REASON',
  why: 'A changed mind is worth knowing only with what changed it.',
  check({ entry, reason }, protocol) {
    if (!lacksReason(protocol, reason)) return [];
    return [
      {
        subject: entry.id,
        message: 'A reclassification needs a reason.',
        fix: 'Say in `reason` what you learnt since.',
      },
    ];
  },
});
