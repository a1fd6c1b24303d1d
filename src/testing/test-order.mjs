/**
 * Deals out the tests so that the machine is always busy and never waits for a last one. End-to-end tests mostly wait, for
 * processes and for time to pass; the others compute: next to each other they take the time of one of the two. Within
 * each kind the longest come first, as far as that is known: Jest goes by the times of an earlier run, and where there was
 * none by the size of the file. Plain JavaScript, because Jest loads it outside its transforms.
 */
import Sequencer from '@jest/test-sequencer';

/** Those that compute are four times as many, and the last of all should be short. */
const computingPerWaiting = 3;

const isOfKind =
  (kind) =>
  ({ context }) =>
    context.config.displayName?.name === kind;
const [isWaiting, isModel] = [isOfKind('e2e'), isOfKind('model')];

export default class TestOrder extends Sequencer {
  sort(tests) {
    const longestFirst = super.sort(tests);
    const others = longestFirst.filter((test) => !isWaiting(test));
    const computing = [...others.filter(isModel), ...others.filter((test) => !isModel(test))];
    const mixed = longestFirst
      .filter(isWaiting)
      .flatMap((waiting) => [waiting, ...computing.splice(0, computingPerWaiting)]);
    return [...mixed, ...computing];
  }
}
