/**
 * Writes docs/pictures/dashboard-*.png: a demo really played, looked at in Chromium. Run with `npm run screenshots` when
 * the page has changed; fonts differ from machine to machine, so no test compares them.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DashboardPage, startUi } from '../src/testing/dashboard-page.js';
import { mainFile, temporaryDir } from '../src/testing/proctor-client.js';

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const data = await temporaryDir('proctor-screenshots-');
const args = [mainFile, 'demo', '--fast', '--json', '--data', data.path];
// Nobody's home is in a picture.
const env = { ...process.env, HOME: '/home/ada' };
const { stdout } = await promisify(execFile)(process.execPath, args, { env });
const { sessionId } = JSON.parse(stdout) as { sessionId: string };

const shots = [
  ['dashboard-light', 'light', `${sessionId}/node/R3.B2a`],
  ['dashboard-dark', 'dark', `${sessionId}/node/R3.B2a`],
  ['dashboard-ticket', 'light', `${sessionId}/ticket/T-1`],
  ['dashboard-replay', 'dark', `${sessionId}/node/R3.B2a@11`],
] as const;

const ui = await startUi(data.path, { terminal: true });
const page = await DashboardPage.open(ui.address);
for (const [name, theme, view] of shots) {
  await page.prefer(theme);
  await page.ask(`location.hash = '#/${view}'`);
  await page.sees(`document.querySelector('.detail .meta') && document.querySelector('.canvas svg')`);
  // What was asked for last is there, and nothing fades any more.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  await page.screenshot(join(folder, `${name}.png`));
  process.stdout.write(`docs/pictures/${name}.png\n`);
}
await page.close();
await ui.stop();
await data.remove();
