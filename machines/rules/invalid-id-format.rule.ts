/** Refuses ids that are not R<round>.<suffix>. */
import { roundOf } from '../schema/id.js';
import { proposeRule } from './rule.js';

export const invalidIdFormat = proposeRule({
  code: 'INVALID_ID_FORMAT',
  why: 'The id states the round, so that a reader and the server can hold the agent to it.',
  check({ nodes }) {
    return nodes.flatMap(({ id }) =>
      roundOf(id) === undefined
        ? [
            {
              subject: id,
              message: 'A node id is R<round>.<suffix>: round from 1, suffix of 1 to 32 letters and digits.',
              fix: 'Write ids like R1.A, R2.A1, R3.A1a.',
            },
          ]
        : [],
    );
  },
});
