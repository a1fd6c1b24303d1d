/**
 * Begins with the tests that take longest, or a run would end with one core at work. Jest goes by the times of an earlier
 * run, and where there was none by the size of the file, which says nothing: so the kind of test comes first.
 * Plain JavaScript, because Jest loads it outside its transforms.
 */
import Sequencer from '@jest/test-sequencer';

const kinds = ['model', 'e2e', 'unit'];
const rank = ({ context }) => kinds.indexOf(context.config.displayName?.name);

export default class LongestFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((one, other) => rank(one) - rank(other));
  }
}
