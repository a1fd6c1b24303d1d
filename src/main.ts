/** The `proctor` command. Loads the rest itself, so that it can say why that fails. */
import { isTooFewFiles, mustSpareFiles, tooFewFiles } from './cli/open-files.js';
import { loadInTurn } from './transports/load-in-turn.js';

try {
  const { run } = await import('./cli/run.js');
  if (mustSpareFiles) await loadInTurn();
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  if (!isTooFewFiles(error)) throw error;
  process.stderr.write(`proctor: ${tooFewFiles.message} ${tooFewFiles.fix}\n`);
  process.exitCode = 1;
}
