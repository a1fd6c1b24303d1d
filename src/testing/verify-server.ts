/**
 * A server reduced to one verify command, for tests that kill it in the middle: says `running` on stderr when the
 * command has written something. Bundled, then `node verify-server.mjs <request as JSON>`.
 */
import { runCommand, type RunRequest } from '../engine/verify/run-command.js';

const [text] = process.argv.slice(2);
if (text !== undefined) {
  // What the test wrote a moment ago, in this very shape.
  const request = JSON.parse(text) as Omit<RunRequest, 'env' | 'onOutput'>;
  process.stderr.write('starting\n');
  const onOutput = () => process.stderr.write('running\n');
  const { outcome, exitCode } = await runCommand({ ...request, env: process.env, onOutput });
  process.stderr.write(`${outcome} ${exitCode ?? ''}\n`);
}
