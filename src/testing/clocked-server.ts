/**
 * `proctor serve` in all but its clock, which a test moves: limits are minutes, tests are not.
 * Bundled, then `node clocked-server.mjs <data dir> <clock file>`.
 */
import { processIo } from '../cli/process-io.js';
import { openWorkspace } from '../cli/workspace.js';
import { serveStdio } from '../transports/stdio.js';
import { FileClock } from './file-clock.js';

const [data, clockFile] = process.argv.slice(2);
if (data !== undefined && clockFile !== undefined) {
  const { now } = new FileClock(clockFile);
  const { engine, protocols, version } = openWorkspace({ values: { data } }, processIo(), { carriesOut: true, now });
  engine.keepTime();
  await serveStdio({ engine, protocols, version, projectDir: process.cwd(), role: 'solo' });
}
