/** The states a node can be in, and which of them each chart uses. Colours and glyphs live in the views. */
import { z } from 'zod';

export const NodeState = z.enum(['PROPOSED', 'DRILL', 'VERIFY', 'VALID_PENDING', 'VALID', 'DEAD', 'SPEC']);
export type NodeState = z.infer<typeof NodeState>;

/** A state an agent can name: everything but PROPOSED, which only the server sets. */
export type CommittedState = Exclude<NodeState, 'PROPOSED'>;

export const ChartName = z.enum(['node@1', 'classic@1']);
export type ChartName = z.infer<typeof ChartName>;

export interface ChartVocabulary {
  readonly states: readonly CommittedState[];
  readonly terminal: readonly CommittedState[];
  /** Where a claim waits, what confirms it, where a fallen one goes. Absent: the chart has no claims. */
  readonly claim?: {
    readonly pending: CommittedState;
    readonly confirmed: CommittedState;
    readonly fallen: CommittedState;
  };
}

export const vocabularies: Readonly<Record<ChartName, ChartVocabulary>> = {
  'node@1': {
    states: ['DRILL', 'VERIFY', 'VALID_PENDING', 'VALID', 'DEAD', 'SPEC'],
    terminal: ['VALID', 'DEAD', 'SPEC'],
    claim: { pending: 'VALID_PENDING', confirmed: 'VALID', fallen: 'DRILL' },
  },
  'classic@1': {
    states: ['DRILL', 'VERIFY', 'VALID', 'DEAD', 'SPEC'],
    terminal: ['VALID', 'DEAD', 'SPEC'],
  },
};
