/** Refuses any root but the one the protocol has. */
import type { Protocol } from '../schema/protocol.js';
import { proposeRule } from './rule.js';

const isOther = ({ onlyRoot }: Protocol, id: string, parent: string | null): boolean =>
  onlyRoot !== undefined && parent === null && id !== onlyRoot;

export const singleRoot = proposeRule({
  code: 'SINGLE_ROOT',
  why: 'One question, one root: what else might be looked at is a child of it.',
  check({ nodes }, protocol) {
    return nodes
      .filter(({ id, parent }) => isOther(protocol, id, parent))
      .map(({ id }) => ({
        subject: id,
        message: `${id} would be another root; this protocol has ${protocol.onlyRoot} alone.`,
        fix: `Propose it below a committed node, or begin with ${protocol.onlyRoot}.`,
      }));
  },
});
