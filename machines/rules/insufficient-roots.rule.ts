/** Holds back round 2, and the end, until there are enough roots. */
import { plural } from '../measures/text.js';
import type { EndFigures } from '../measures/end-figures.js';
import { roundOf } from '../schema/id.js';
import type { Protocol } from '../schema/protocol.js';
import { withdrawn } from './not-withdrawable.rule.js';
import { endRule, proposeRule } from './rule.js';

const why = 'The first idea is rarely the only one: breadth comes before depth.';

const tooFewRoots = ({ roots, rootsMin }: Pick<EndFigures, 'roots' | 'rootsMin'>): boolean => roots < rootsMin;

/** An empty tree is told that it is empty, nothing else. */
export const rootsMissingAtEnd = (figures: EndFigures, _protocol: Protocol): boolean =>
  figures.committed > 0 && tooFewRoots(figures);

export const rootsBeforeRound2 = proposeRule({
  code: 'INSUFFICIENT_ROOTS',
  why,
  check({ tree, nodes, withdraw, rootsMin }, protocol) {
    if (!nodes.some(({ id, parent }) => parent !== null && roundOf(id) === 2)) return [];
    const gone = withdrawn(tree, withdraw, protocol);
    const isThere = (id: string) => tree.get(id)?.parent === null && !gone.has(id);
    const leaving = [...gone].filter((id) => tree.get(id)?.parent === null).length;
    // An id counts once, however often it is named.
    const named = new Set(nodes.flatMap(({ id, parent }) => (parent === null ? [id] : [])));
    const arriving = [...named].filter((id) => !isThere(id)).length;
    const roots = tree.totals.roots.proposed + tree.totals.roots.committed + arriving - leaving;
    if (!tooFewRoots({ roots, rootsMin })) return [];
    return [
      {
        subject: 'BATCH',
        message: `Round 2 opens with ${plural(rootsMin, 'root')}; there are ${roots}.`,
        fix: `Propose ${plural(rootsMin - roots, 'more root')} (parent: null) first.`,
      },
    ];
  },
});

export const rootsBeforeEnd = endRule({
  code: 'INSUFFICIENT_ROOTS',
  why,
  check({ figures }, protocol) {
    if (!rootsMissingAtEnd(figures, protocol)) return [];
    return [
      {
        subject: 'SESSION',
        message: `${figures.roots} of ${plural(figures.rootsMin, 'root')} committed.`,
        fix: `Propose and commit ${plural(figures.rootsMin - figures.roots, 'more root')} (parent: null).`,
      },
    ];
  },
});
