/** Refuses an end over claims nobody confirmed. */
import type { EndFigures } from '../measures/end-figures.js';
import { listed, plural } from '../measures/text.js';
import type { Protocol } from '../schema/protocol.js';
import { endRule } from './rule.js';

export const hasUnconfirmed = ({ awaiting }: EndFigures, _protocol: Protocol): boolean => awaiting.count > 0;

export const unconfirmed = endRule({
  code: 'UNCONFIRMED',
  why: 'A solution counts only after an independent confirmation.',
  check({ figures }, protocol) {
    if (!hasUnconfirmed(figures, protocol)) return [];
    return [
      {
        subject: 'SESSION',
        message: `${plural(figures.awaiting.count, 'claim')} not confirmed: ${listed(figures.awaiting)}.${waiting(figures)}`,
        fix: figures.undecided.count > 0 ? settleThem(figures) : askSomebody,
      },
    ];
  },
});

const askSomebody = 'Propose a confirmer below each claim and commit it VALID or DEAD, or withdraw the claim.';

const waiting = ({ undecided }: EndFigures): string => (undecided.count > 0 ? ` Undecided: ${listed(undecided)}.` : '');

/** Another confirmer would not help: all of them have to say VALID. */
const settleThem = ({ undecided }: EndFigures): string =>
  `Bring ${listed(undecided)} to VALID (by a claim of its own that is confirmed) or DEAD (which refutes), or withdraw the claim: tot_reclassify to DRILL.`;
