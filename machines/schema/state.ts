/** The states a node can be in, and which of them each chart uses. Colours and glyphs live in the views. */
import { z } from 'zod';

export const NodeState = z.enum([
  'PROPOSED',
  'DRILL',
  'EXPLORE',
  'VERIFY',
  'VALID_PENDING',
  'FOUND',
  'VALID',
  'DEAD',
  'SPEC',
]);
export type NodeState = z.infer<typeof NodeState>;

/** A state an agent can name: everything but PROPOSED, which only the server sets. */
export type CommittedState = Exclude<NodeState, 'PROPOSED'>;

export const ChartName = z.enum(['node@1', 'classic@1', 'single-root@1', 'single-root@2']);
export type ChartName = z.infer<typeof ChartName>;

/** Charts that are kept for the sessions made with them, and what a new session is made with instead. */
const successors: Readonly<Partial<Record<ChartName, ChartName>>> = { 'single-root@1': 'single-root@2' };

export const currentChart = (chart: ChartName): ChartName => successors[chart] ?? chart;

export interface ChartVocabulary {
  readonly states: readonly CommittedState[];
  readonly terminal: readonly CommittedState[];
  /** Where a node is looked into further, the widest first. */
  readonly open: readonly [CommittedState, ...CommittedState[]];
  /**
   * Where a claim waits, where it is once confirmed, what a confirmer is committed as, where a fallen claim goes. A chart
   * in which a confirmed claim stays where it waited calls it verified. Absent: the chart has no claims.
   */
  readonly claim?: {
    readonly pending: CommittedState;
    readonly confirmed: CommittedState;
    readonly confirming: CommittedState;
    readonly fallen: CommittedState;
    /** A claim that is confirmed needs no more confirmers, but takes them: it waits for each child proposed below it. */
    readonly takesMore?: true;
  };
}

const singleRoot = {
  states: ['EXPLORE', 'FOUND', 'VERIFY', 'DEAD'],
  terminal: ['VERIFY', 'DEAD'],
  open: ['EXPLORE'],
  claim: { pending: 'FOUND', confirmed: 'FOUND', confirming: 'VERIFY', fallen: 'EXPLORE' },
} as const satisfies ChartVocabulary;

export const vocabularies: Readonly<Record<ChartName, ChartVocabulary>> = {
  'node@1': {
    states: ['DRILL', 'VERIFY', 'VALID_PENDING', 'VALID', 'DEAD', 'SPEC'],
    terminal: ['VALID', 'DEAD', 'SPEC'],
    open: ['DRILL', 'VERIFY'],
    claim: { pending: 'VALID_PENDING', confirmed: 'VALID', confirming: 'VALID', fallen: 'DRILL' },
  },
  'classic@1': {
    states: ['DRILL', 'VERIFY', 'VALID', 'DEAD', 'SPEC'],
    terminal: ['VALID', 'DEAD', 'SPEC'],
    open: ['DRILL', 'VERIFY'],
  },
  'single-root@1': singleRoot,
  'single-root@2': { ...singleRoot, claim: { ...singleRoot.claim, takesMore: true } },
};
