/** Refuses a solution that was never weighed against alternatives. */
import type { EndFigures } from '../measures/end-figures.js';
import { plural } from '../measures/text.js';
import type { Protocol } from '../schema/protocol.js';
import { endRule } from './rule.js';

export const isNarrow = (
  { committed, solutions, narrow, broad }: EndFigures,
  { broadDrillRequired }: Protocol,
): boolean => broadDrillRequired && committed > 0 && (solutions === 0 ? broad === 0 : narrow > 0);

export const tooNarrow = endRule({
  code: 'TOO_NARROW',
  why: 'A chain of single children compares nothing with anything.',
  check({ figures }, protocol) {
    if (!isNarrow(figures, protocol)) return [];
    return [
      {
        subject: 'SESSION',
        message: narrowMessage(figures, protocol),
        fix:
          figures.solutions === 0
            ? 'Make one node DRILL and give it all its children.'
            : 'Make a node above it DRILL and give it all its children: alternatives that were looked at too.',
      },
    ];
  },
});

function narrowMessage({ solutions, narrow }: EndFigures, { children }: Protocol): string {
  const wide = `a DRILL with ${children.DRILL ?? 0} committed children`;
  if (solutions === 0) return `There is no solution, and nowhere in the tree ${wide}.`;
  return `${narrow} of ${plural(solutions, 'solution')} without ${wide} above.`;
}
