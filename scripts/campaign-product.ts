/**
 * Enumerates every state that a ticket and its gate can reach together, and checks the laws of closing in each.
 * `npm run campaign:product`; `-- --states N` looks at that many at most, `-- --help` says so.
 */
import { parseArgs } from 'node:util';
import { enumerate } from '../src/testing/model/product.js';

const { values } = parseArgs({
  options: { states: { type: 'string', default: '200000' }, help: { type: 'boolean', default: false } },
});

if (values.help) {
  process.stdout.write(
    'npm run campaign:product -- [--states N]\nEnumerates ticket × gate, N states at most (200000), and checks the laws of closing in each.\n',
  );
} else campaign(Number(values.states));

function campaign(statesMax: number): void {
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  const every = 5000;
  try {
    const progress = (states: number) => {
      if (states % every === 0) process.stderr.write(`${states} states looked at, ${seconds()} s\n`);
    };
    const found = enumerate({ statesMax, progress });
    process.stdout.write(`${JSON.stringify({ ...found, seconds: seconds() }, null, 2)}\n`);
    // A bound that was met leaves something unseen.
    process.exitCode = found.isComplete ? 0 : 2;
  } catch (error) {
    process.stdout.write(`a law is broken: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
