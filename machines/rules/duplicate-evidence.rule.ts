/** Refuses evidence that already stands for another node. */
import { listed, sampled } from '../measures/text.js';
import { needsEvidence } from './missing-evidence.rule.js';
import { enterRule, sound } from './rule.js';

export const duplicateEvidence = enterRule({
  code: 'DUPLICATE_EVIDENCE',
  why: 'Text pasted from node to node shows that nobody looked again.',
  check({ tree, entries }, protocol) {
    const batch = sound(entries);
    return batch.flatMap(({ entry, node, to }) => {
      const { evidence } = entry;
      if (!evidence || !needsEvidence(protocol, to)) return [];
      const inBatch = batch.filter((other) => other.entry.evidence?.digest === evidence.digest);
      const others = new Set([...tree.citing(evidence.digest), ...inBatch.map((other) => other.node.id)]);
      others.delete(node.id);
      if (others.size === 0) return [];
      return [
        {
          subject: node.id,
          message: `The evidence of ${node.id} is word for word that of ${listed(sampled(others))}.`,
          fix: 'Say what was seen for this node in particular.',
        },
      ];
    });
  },
});
