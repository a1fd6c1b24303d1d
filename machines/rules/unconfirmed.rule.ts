/** Refuses an end over claims nobody confirmed. */
import type { EndFigures } from '../measures/end-figures.js';
import { listed, plural } from '../measures/text.js';
import type { Protocol } from '../schema/protocol.js';
import { vocabularies } from '../schema/state.js';
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
        fix: figures.undecided.count > 0 ? settleThem(figures, protocol) : askSomebody(protocol),
      },
    ];
  },
});

const confirmingIn = ({ chart }: Protocol) => vocabularies[chart].claim?.confirming ?? 'VALID';

const askSomebody = (protocol: Protocol): string =>
  `Propose a confirmer below each claim and commit it ${confirmingIn(protocol)} or DEAD, or withdraw the claim.`;

const waiting = ({ undecided }: EndFigures): string => (undecided.count > 0 ? ` Undecided: ${listed(undecided)}.` : '');

/** Another confirmer would not help: all of them have to confirm. */
const settleThem = ({ undecided }: EndFigures, protocol: Protocol): string =>
  `Bring ${listed(undecided)} to ${confirmingIn(protocol)} (by a claim of its own that is confirmed) or DEAD (which refutes), or withdraw the claim: tot_reclassify to ${vocabularies[protocol.chart].open[0]}.`;
