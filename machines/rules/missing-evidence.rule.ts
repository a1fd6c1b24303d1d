/** Refuses conclusions without evidence. */
import type { Protocol } from '../schema/protocol.js';
import type { NodeState } from '../schema/state.js';
import { enterRule, sound } from './rule.js';

export const needsEvidence = ({ evidence }: Protocol, state: NodeState): boolean => evidence.states.includes(state);

export const missingEvidence = enterRule({
  code: 'MISSING_EVIDENCE',
  why: 'A conclusion is worth what can be shown for it.',
  check({ entries }, protocol) {
    const { charsMin } = protocol.evidence;
    return sound(entries).flatMap(({ entry, node, to }) => {
      const chars = entry.evidence?.chars ?? 0;
      if (!needsEvidence(protocol, to) || chars >= charsMin) return [];
      return [
        {
          subject: node.id,
          message: `${to} needs at least ${charsMin} characters of evidence; ${node.id} has ${chars}.`,
          fix: 'Put what you ran or read and what it showed into `evidence`.',
        },
      ];
    });
  },
});
