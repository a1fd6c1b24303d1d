/** Refuses a conclusion nobody else confirmed. */
import { vocabularies, type NodeState } from '../schema/state.js';
import type { Protocol } from '../schema/protocol.js';
import { commitRule, sound } from './rule.js';

/** Where claims exist, only a confirmer may enter the state that confirms one. */
export const skipsPipeline = (protocol: Protocol, to: NodeState, confirms: number | null): boolean =>
  vocabularies[protocol.chart].claim?.confirming === to && confirms === null;

function howToClaim(protocol: Protocol): string {
  const pending = vocabularies[protocol.chart].claim?.pending ?? 'VALID';
  const round = protocol.lockedBeforeRound[pending] ?? 1;
  return `Commit it ${pending} (round ${round} or deeper), then propose a child of it that confirms the claim.`;
}

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
              fix: howToClaim(protocol),
            },
          ]
        : [],
    );
  },
});
