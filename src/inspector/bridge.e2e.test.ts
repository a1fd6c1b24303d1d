/**
 * The page of the relay in a real browser: with Stately's inspector, for which a page with the stock receiver stands in,
 * and without internet. Its bug, to a user: an empty frame, and no word why.
 */
import { build } from 'esbuild';
import { hasChromium, openPage, type Page } from '../testing/chromium.js';
import { addressIn } from '../testing/inspector-receiver.js';
import { connect, temporaryDir, type ProctorClient } from '../testing/proctor-client.js';
import { ScriptedAgent } from '../testing/scripted-agent.js';
import { until } from '../testing/until.js';

const inBrowser = hasChromium ? test : test.skip;
if (!hasChromium) process.stderr.write('No browser: apt-get install chromium lets the test of the page run.\n');

/** Shows what it received: how many of each type, and the last state it heard of each actor. */
const receiver = `
import { createBrowserReceiver } from '@statelyai/inspect';
const seen = { types: {}, states: {} };
createBrowserReceiver().subscribe(({ type, sessionId, snapshot }) => {
  seen.types[type] = (seen.types[type] ?? 0) + 1;
  if (snapshot) seen.states[sessionId] = snapshot.value;
  parent.postMessage({ seen: JSON.stringify(seen) }, '*');
});`;

async function standIn(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: receiver, resolveDir: import.meta.dirname },
    ...{ bundle: true, write: false, platform: 'browser', format: 'iife', logLevel: 'error' },
  });
  return `<!doctype html><script>${outputFiles[0]?.text.replaceAll('</script', '<\\/script') ?? ''}</script>`;
}

let data: Awaited<ReturnType<typeof temporaryDir>>;
let proctor: ProctorClient;
let agent: ScriptedAgent;
const pages: Page[] = [];

beforeAll(async () => {
  data = await temporaryDir();
  proctor = await connect(data.path, ['--inspect'], { cwd: data.path });
  agent = await ScriptedAgent.start(proctor, { query: 'What does the page show?', minRoots: 1 });
  await agent.plant('R1.A', null, 'DRILL');
});

afterAll(async () => {
  for (const page of pages) await page.close();
  await proctor.close();
  await data.remove();
});

const opened = async (stands?: Parameters<typeof openPage>[1]) => {
  const page = await openPage((await until(() => addressIn(proctor.stderr()))).page, stands);
  pages.push(page);
  return page;
};
/** Looks until the page says it. */
const shows = async (page: Page, expression: string) =>
  until(async () => ((await page.evaluate(expression)) === true ? true : undefined), 100);
const row = (name: string, state: string) =>
  `[...document.querySelectorAll('.row')].some((row) => row.querySelector('.name').textContent === '${name}' && row.dataset.state === '${state}')`;

inBrowser('without internet it says so, and lists actors and events all the same', async () => {
  const page = await opened();
  await shows(page, row('R1.A', 'DRILL'));
  await shows(page, `!document.getElementById('notice').hidden`);
  await agent.plant('R2.A R2.B', 'R1.A', 'VERIFY DEAD');
  await shows(page, row('R2.B', 'DEAD'));
  await shows(page, `document.getElementById('events').textContent.includes('commit.DEAD')`);
  await agent.refused.propose('R5.A', null);
  await shows(page, `document.querySelector('.refused').textContent.includes('ROUND_MISMATCH')`);
});

inBrowser('with the inspector every actor is handed on, and what becomes of it', async () => {
  const page = await opened({ for: 'https://stately.ai/inspect', html: await standIn() });
  await page.evaluate(
    `addEventListener('message', ({ data }) => { if (data.seen) window.seen = JSON.parse(data.seen); })`,
  );
  await shows(page, `document.body.classList.contains('has-inspector')`);
  await agent.plant('R2.C', 'R1.A', 'DRILL');
  await shows(page, `window.seen?.states['session:${agent.sessionId}/node:R2.C'] === 'DRILL'`);
  await shows(page, `window.seen.states['session:${agent.sessionId}/node:R1.A'] === 'DRILL'`);
  await shows(page, `document.getElementById('notice').hidden`);
});
