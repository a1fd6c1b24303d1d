/**
 * What the dashboard costs in a real browser, whatever the size of the tree: what is loaded, how soon it is there, and
 * what a live commit, a move along the time-line and a key keep the page busy with. Run with `npm run bench:ui`.
 */
import { performance } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import { DashboardPage, startUi } from '../src/testing/dashboard-page.js';
import { temporaryDir } from '../src/testing/proctor-client.js';
import { grow, openEngine, resultFor } from './grow.js';

const sizes = [100, 1000, 5000];
const commits = 20;
const moves = 60;
const bytesMax = 150_000;
const taskMsMax = 50;
/** Longer than the page waits until it asks for details and writes the address. */
const restMs = 400;
/** Longer than a line flashes that was changed. */
const flashMs = 1300;

type Engine = ReturnType<typeof openEngine>;

const by = { role: 'solo', known: 'claimed' } as const;
const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
const at = (values: readonly number[], share: number): number => sorted(values)[Math.floor(values.length * share)] ?? 0;
const median = (values: readonly number[]): number => at(values, 0.5);
const pause = async (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs before the page: keeps long tasks, notes when a session is there, and times what is done to the page. */
const probe = (size: number) => `
window.longTasks = [];
new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => longTasks.push(duration)))
  .observe({ type: 'longtask', buffered: true });
window.isThere = () => document.querySelector('.pulse.live') !== null
  && document.querySelector('aside .panel-head small')?.textContent === ${JSON.stringify(`${size.toLocaleString('en')} nodes`)};
(function look() { if (isThere()) window.thereMs = performance.now(); else requestAnimationFrame(look); })();
// The end of a frame: what it drew is out.
window.frame = () => new Promise((resolve) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => resolve();
  port2.postMessage(0);
}));
// Effects of a change run after its frame, and what they draw is in the next one.
window.timed = async (act) => {
  const begun = performance.now();
  act();
  await frame();
  const took = performance.now() - begun;
  await frame();
  await frame();
  return took;
};
`;

/** Everything its main thread ever did, in milliseconds. */
async function workOf({ page }: DashboardPage): Promise<number> {
  const { metrics } = (await page.command('Performance.getMetrics')) as { metrics: { name: string; value: number }[] };
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
}

/** How long it took, and all the work it made: no task of it was longer than that. */
interface Done {
  readonly took: number;
  readonly work: number;
}

async function worked(page: DashboardPage, act: () => Promise<number>): Promise<Done> {
  const before = await workOf(page);
  const took = await act();
  return { took, work: (await workOf(page)) - before };
}

async function opened(page: DashboardPage, address: string) {
  await page.page.command('Page.navigate', { url: 'about:blank' });
  await page.page.command('Page.navigate', { url: address });
  await page.sees('window.thereMs');
  const [paintMs, thereMs] = await page.ask<[number, number]>(
    `[performance.getEntriesByName('first-contentful-paint')[0]?.startTime, thereMs]`,
  );
  await pause(restMs);
  return { paintMs, thereMs };
}

/** A node in sight and with its details shown, while nothing moves; each a little later, as the server looks in turns. */
async function settle(page: DashboardPage, id: string, nodeId: string, index: number): Promise<string> {
  await page.ask(`location.hash = '#/${id}/node/${nodeId}'`);
  const row = `[...document.querySelectorAll('.row[aria-selected=true]')].find((row) => row.querySelector('.id').textContent === '${nodeId}')`;
  await page.sees(row);
  await pause(restMs + index * 10);
  return row;
}

interface Committed extends Done {
  /** Of the page for as long as the change shows: its details are asked for again, and its line flashes. */
  readonly after: number;
}

async function commit(page: DashboardPage, engine: Engine, id: string, nodeId: string, row: string) {
  const done = await worked(page, async () => {
    const seen = page.ask(`new Promise((resolve) => {
      const look = () => { if ((${row})?.classList.contains('DRILL')) { watch.disconnect(); resolve(); } };
      const watch = new MutationObserver(look);
      watch.observe(document.querySelector('.tree'), { subtree: true, childList: true, attributes: true });
    })`);
    // Answered in order: the one before is looking by now.
    await page.ask('0');
    const outcome = await engine.execute(id, { type: 'round.commit', results: [resultFor(nodeId)] }, { by });
    if (outcome.status !== 'OK') throw new Error(JSON.stringify(outcome.violations));
    const begun = performance.now();
    await seen;
    const took = performance.now() - begun;
    await page.ask('frame().then(frame).then(frame)');
    return took;
  });
  const { work: after } = await worked(page, async () => {
    await pause(flashMs);
    return 0;
  });
  return { ...done, after };
}

async function many(page: DashboardPage, count: number, act: (index: number) => string): Promise<Done[]> {
  const all: Done[] = [];
  for (let index = 0; index < count; index += 1)
    all.push(await worked(page, async () => page.ask<number>(`timed(() => { ${act(index)} })`)));
  await pause(restMs);
  return all;
}

/** From the end to the beginning, as a hand drags it: every move goes over many records. */
const scrub = (index: number) => `
  const line = document.querySelector('footer input[type=range]');
  line.value = Math.round(line.max * (1 - ${index + 1} / ${moves}));
  line.dispatchEvent(new Event('input', { bubbles: true }));`;
const press = (key: string) =>
  `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true }));`;

/** Gzipped, of everything that is no answer about a session; a browser without a window may leave out the icon. */
async function sizeOf(page: DashboardPage, origin: string): Promise<number> {
  const paths = page.page.requests.filter((url) => url.startsWith(origin)).map((url) => new URL(url).pathname);
  let bytes = 0;
  for (const path of new Set([...paths, '/icon.svg'])) {
    if (path.startsWith('/api/')) continue;
    const answer = await fetch(`${origin}${path}`);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    bytes += gzipSync(Buffer.from(await answer.arrayBuffer())).length;
  }
  return bytes;
}

async function measure(size: number) {
  process.stderr.write(`${size} nodes …\n`);
  const { path: dataDir, remove } = await temporaryDir('proctor-bench-');
  const engine = openEngine(dataDir);
  const { id, open } = await grow(engine, size, commits + 5, dataDir);
  const ui = await startUi(dataDir);
  const page = await DashboardPage.open(ui.address);
  for (const domain of ['Performance', 'Network']) await page.page.command(`${domain}.enable`);
  await page.page.command('Network.setCacheDisabled', { cacheDisabled: true });
  await page.page.command('Page.addScriptToEvaluateOnNewDocument', { source: probe(size) });
  const first = await opened(page, `${ui.origin}/#/${id}`);
  const again = await opened(page, `${ui.origin}/#/${id}`);
  const longTasks = async () => page.ask<number[]>('longTasks.splice(0)');
  const loading = await longTasks();
  const committed: Committed[] = [];
  for (const [index, nodeId] of open.slice(0, commits).entries()) {
    const row = await settle(page, id, nodeId, index);
    committed.push(await commit(page, engine, id, nodeId, row));
  }
  const ofCommits = await longTasks();
  const scrubbed = await many(page, moves, scrub);
  const ofScrubs = await longTasks();
  await page.sees(`document.querySelector('footer input[type=range]').value === '1'`);
  await page.ask(press('l'));
  await page.ask(press('Home'));
  await page.sees(`document.querySelector('.row[aria-selected=true]')?.id === 'row-0'`);
  await page.sees('isThere()');
  await pause(restMs);
  await longTasks();
  const stepped = await many(page, moves, () => press('j'));
  const ofSteps = await longTasks();
  await page.sees(`document.querySelector('.row[aria-selected=true]')?.id === 'row-${moves}'`);
  const bytes = await sizeOf(page, ui.origin);
  const elsewhere = page.page.requests.filter((url) => !url.startsWith(ui.origin) && !url.startsWith('about:')).length;
  await page.close();
  await ui.stop();
  await engine.close();
  await remove();
  return { size, bytes, first, again, committed, scrubbed, stepped, elsewhere, loading, ofCommits, ofScrubs, ofSteps };
}

type Figures = Awaited<ReturnType<typeof measure>>;

const row = (...cells: string[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);
const ms = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
const pair = (all: readonly Done[], of: keyof Done) => {
  const values = all.map((done) => done[of]);
  return `${ms(median(values))} (${ms(at(values, 0.95))})`;
};
const long = (tasks: readonly number[]) => (tasks.length === 0 ? '0' : `${tasks.length} (${ms(Math.max(...tasks))})`);
const isShort = (of: 'committed' | 'scrubbed' | 'stepped') => (figures: Figures) =>
  median(figures[of].map(({ work }) => work)) < taskMsMax;

const all: Figures[] = [];
for (const size of sizes) all.push(await measure(size));
row('measure', ...sizes.map((size) => `${size.toLocaleString('en')} nodes`), 'goal', 'met');
row('---', ...sizes.map(() => '---'), '---', '---');
const unmet: string[] = [];
const tell = (what: string, of: (figures: Figures) => string, goal = '', isMet?: (figures: Figures) => boolean) => {
  const met = isMet ? all.every(isMet) : undefined;
  if (met === false) unmet.push(what);
  row(what, ...all.map(of), goal, met === undefined ? '' : met ? 'yes' : '**no**');
};
const shortGoal = `< ${taskMsMax} ms`;
tell(
  'page, gzipped',
  ({ bytes }) => `${(bytes / 1000).toFixed(1)} kB`,
  `≤ ${bytesMax / 1000} kB`,
  ({ bytes }) => bytes <= bytesMax,
);
tell(
  'requests to anywhere else',
  ({ elsewhere }) => String(elsewhere),
  '0',
  ({ elsewhere }) => elsewhere === 0,
);
tell('first contentful paint', ({ again }) => ms(again.paintMs));
tell('first opening: until every node is there', ({ first }) => ms(first.thereMs));
tell('opening it again', ({ again }) => ms(again.thereMs));
tell('commit: acknowledged until seen, p50 (p95)', ({ committed }) => pair(committed, 'took'));
tell(
  'commit: work until it is drawn, p50 (p95)',
  ({ committed }) => pair(committed, 'work'),
  shortGoal,
  isShort('committed'),
);
tell('commit: work of the 1.3 s after, p50', ({ committed }) => ms(median(committed.map(({ after }) => after))));
tell('time-line: a move until its frame, p50 (p95)', ({ scrubbed }) => pair(scrubbed, 'took'));
tell('time-line: work of a move, p50 (p95)', ({ scrubbed }) => pair(scrubbed, 'work'), shortGoal, isShort('scrubbed'));
tell('key j: until its frame, p50 (p95)', ({ stepped }) => pair(stepped, 'took'));
tell('key j: work, p50 (p95)', ({ stepped }) => pair(stepped, 'work'), shortGoal, isShort('stepped'));
tell('tasks over 50 ms (the longest): opening it again', ({ loading }) => long(loading));
tell(`… in ${commits} commits`, ({ ofCommits }) => long(ofCommits));
tell(`… in ${moves} moves`, ({ ofScrubs }) => long(ofScrubs));
tell(`… in ${moves} keys`, ({ ofSteps }) => long(ofSteps));
process.exitCode = unmet.length === 0 ? 0 : 1;
