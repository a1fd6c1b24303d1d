/**
 * What has to hold before the tests are run, two at a time: the linter takes as long as all the others together. Each is
 * heard when it is done, so that their words do not mix; all of them are, so that one look shows everything.
 */
import { spawn } from 'node:child_process';

const rows = [['lint:code'], ['typecheck', 'lint:format', 'deps', 'unused']];

/** Whether the script of package.json passed. */
async function passes(script) {
  const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  for (const chunk of said) process.stderr.write(chunk);
  if (code !== 0) process.stderr.write(`npm run ${script} failed.\n`);
  return code === 0;
}

async function passInTurn(scripts) {
  const passed = [];
  for (const script of scripts) passed.push(await passes(script));
  return passed.every(Boolean);
}

const passed = await Promise.all(rows.map(passInTurn));
process.exitCode = passed.every(Boolean) ? 0 : 1;
