/** Refuses a conclusion nobody else confirmed. */
import { vocabularies, type NodeState } from '../schema/state.js';
import type { Protocol } from '../schema/protocol.js';
import { commitRule, sound } from './rule.js';

/** Where claims exist, only a confirmer may enter the confirmed state directly. */
export const skipsPipeline = (protocol: Protocol, to: NodeState, confirms: number | null): boolean =>
  vocabularies[protocol.chart].claim?.confirmed === to && confirms === null;

export const pipelineSkipped = commitRule({
  code: 'PIPELINE_SKIPPED',
  why: 'A solution counts only after an independent confirmation.',
  check({ entries }, protocol) {
    return sound(entries).flatMap(({ node, to }) =>
      skipsPipeline(protocol, to, node.confirms)
        ? [
            {
              subject: node.id,
              message: `${node.id} confirms no claim, so it cannot be committed ${to}.`,
              fix: 'Commit it VALID_PENDING (round 3 or deeper), then propose a child of it that confirms the claim.',
            },
          ]
        : [],
    );
  },
});
