/** Refuses a change of state the chart has no edge for. */
import { vocabularies } from '../schema/state.js';
import { reclassifyRule } from './rule.js';

export const illegalTransition = reclassifyRule({
  code: 'ILLEGAL_TRANSITION',
  why: 'The chart holds the edges; no argument opens another one.',
  check({ entry: { id, node, to }, edges }, protocol) {
    if (!node || !to || edges.includes(to)) return [];
    const message = node.state === to ? `${id} is ${to} already.` : `There is no edge from ${node.state} to ${to}.`;
    const claim = vocabularies[protocol.chart].claim;
    const waits = node.state === claim?.pending && to === claim.confirmed;
    const itself = waits ? ` It becomes ${to} by itself when its confirmers are committed ${claim.confirming}.` : '';
    return [{ subject: id, message, fix: `From ${node.state} you can go to ${edges.join(', ')}.${itself}` }];
  },
});
