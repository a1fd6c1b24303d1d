/** Refuses states the protocol does not have. */
import { vocabularies } from '../schema/state.js';
import { enterRule } from './rule.js';

export const unknownState = enterRule({
  code: 'UNKNOWN_STATE',
  why: 'A state of another protocol would be held to no rule at all.',
  check({ entries }, protocol) {
    return entries.flatMap(({ id, wanted, to }) =>
      to
        ? []
        : [
            {
              subject: id,
              message: `${JSON.stringify(wanted)} is not a state of ${protocol.name}.`,
              fix: `Use one of ${vocabularies[protocol.chart].states.join(', ')}.`,
            },
          ],
    );
  },
});
