/** Refuses a batch larger than the protocol allows. */
import { commitRule, proposeRule, type Breach } from './rule.js';

const why = 'Small batches keep an agent looking at what it found before it goes on.';

function overflow(count: number, max: number, what: string): Breach[] {
  if (count <= max) return [];
  return [
    {
      subject: 'BATCH',
      message: `${count} nodes in one ${what}; at most ${max} are taken.`,
      fix: `Send ${Math.ceil(count / max)} calls of at most ${max} nodes.`,
    },
  ];
}

export const proposalOverflow = proposeRule({
  code: 'BATCH_OVERFLOW',
  why,
  check: ({ nodes }, { proposalBatchMax }) => overflow(nodes.length, proposalBatchMax, 'proposal'),
});

export const commitOverflow = commitRule({
  code: 'BATCH_OVERFLOW',
  why,
  check: ({ entries }, { commitBatchMax }) => overflow(entries.length, commitBatchMax, 'commit'),
});
