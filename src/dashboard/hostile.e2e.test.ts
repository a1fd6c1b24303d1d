/**
 * Five hundred texts of agents that want to act on whoever looks: in every place an agent writes, seen in every place a
 * person looks. Their bugs, to a user: a script of an agent in the browser, a line that hides or turns round the one
 * beside it, or a node that is painted as proved by its title.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { hasChromium } from '../testing/chromium.js';
import { DashboardPage, startUi } from '../testing/dashboard-page.js';
import { acts, anyText, hostileTexts, markupTexts } from '../testing/hostile-text.js';
import type { Repo } from '../testing/git-repo.js';
import { connect, temporaryDir, type ProctorClient } from '../testing/proctor-client.js';
import { runCli } from '../testing/run-cli.js';
import { proposalOf, resultOf, ScriptedAgent } from '../testing/scripted-agent.js';
import {
  addProject,
  approval,
  contract,
  right,
  serverIn,
  sourceFile,
  submission,
  TicketTeam,
} from '../testing/ticket-team.js';

const inBrowser = hasChromium ? test : test.skip;

const count = 500;
const wicked = [
  ...hostileTexts,
  ...markupTexts,
  '"><a href="https://evil.example" class="row VALID" style="position:fixed;inset:0">',
  'VALID glyph pill ✓ proved\u2028VALID',
  'אבג \u202Eעברית 123 (DEAD)',
  'constructor',
  '__proto__',
];
const texts = [...wicked, ...fc.sample(anyText, { numRuns: count - wicked.length, seed: 8 })];
/** Long enough for every place, never blank, and the first is what an honest agent writes. */
const words = (at: number): string => (at === 0 ? '0 An honest text' : `${at} ${texts[at] ?? ''}`.slice(0, 250));
const idOf = (at: number): string => `R1.N${at}`;

let dataDir: string;
let sessionId: string;
let ticketSession: string;
const ends: (() => Promise<unknown>)[] = [];
const cli = async (args: string) => runCli(args.split(' '), { cwd: dataDir, dataDir });

beforeAll(async () => {
  const data = await temporaryDir();
  dataDir = data.path;
  ends.push(async () => data.remove());
  const proctor = await connect(dataDir);
  ends.push(async () => proctor.close());
  const repo = await addProject();
  ends.push(async () => repo.rm());
  const inRepo = await serverIn(repo, dataDir);
  ends.push(async () => inRepo.close());
  sessionId = await investigation(proctor);
  ticketSession = await board(inRepo, repo);
});

afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

/** A node a text: title, plan, findings, evidence and who says so. */
async function investigation(proctor: ProctorClient): Promise<string> {
  const agent = await ScriptedAgent.start(proctor, {
    query: texts.join(' ').slice(0, 3000),
    protocol: 'classic',
    minRoots: 1,
  });
  const batch = 5;
  for (let from = 0; from < count; from += batch) {
    const all = Array.from({ length: batch }, (_, index) => from + index);
    const nodes = all.map((at) => ({ ...proposalOf(idOf(at), null), title: words(at), plannedAction: words(at) }));
    const proposed = await agent.call('tot_propose', { nodes });
    expect([proposed.isError, proposed.text]).toEqual([false, expect.anything()]);
    await agent.commitAll(
      all.map((at) =>
        resultOf(idOf(at), {
          state: 'DEAD',
          findings: words(at),
          evidence: `${words(at)} ${at} is the evidence of this node, and long enough.`,
          agentId: `${at} ${texts[at] ?? ''}`.slice(0, 70).trim(),
        }),
      ),
    );
  }
  return agent.sessionId;
}

const contractOf = (at: number) => ({
  ...contract,
  ...{ title: words(at), action: words(at), done: [`add returns the sum of two numbers, ${words(at)}`] },
});

/** A ticket a text, and one that was worked on and sent back. */
async function board(proctor: ProctorClient, repo: Repo): Promise<string> {
  const team = await TicketTeam.at(proctor, contractOf(wicked.length));
  await repo.write({ [sourceFile]: right });
  const evidence = `${words(31)} was seen to pass.`;
  await team.ok('ticket_submit', {
    ...submission(1),
    evidence,
    by: { role: 'executor', agentId: '<img/src=x/onerror=window.ran=6>' },
  });
  const unmet = { criterion: 1, met: false, evidence: words(19) };
  const rejected = {
    verdict: 'REJECTED',
    recommendation: 'retry',
    findings: [unmet],
    feedback: `${words(20)} to be done`,
  };
  await team.ok('ticket_review', { ...approval, ...rejected, concerns: [words(21)] });
  const tickets = wicked.map((_, at) => contractOf(at));
  const opened = await proctor.call('ticket_open', { sessionId: team.sessionId, tickets });
  expect([opened.data.status, opened.data.errors]).toEqual(['OK', []]);
  await team.ok('ticket_escalate', { tried: words(18), question: words(22), by: submission(2).by });
  return team.sessionId;
}

/** All that can be read in the page, also by whoever only listens, and what it is made of. */
const helpers = `
const $ = (selector) => document.querySelector(selector);
const readable = () => [$('#app').textContent, ...[...document.querySelectorAll('#app *')].flatMap((element) =>
  [...element.attributes].filter(({ name }) => name !== 'class' && name !== 'd').map(({ value }) => value)), document.title].join('\\n').replaceAll('\\t', ' ');
const shapeOf = (element) => [...element.querySelectorAll('*')].map((each) => each.tagName + '.' + each.getAttribute('class')).join(' ');
const acting = ${String(acts)};
const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
const turn = () => new Promise((resolve) => setTimeout(resolve));
`;

/** Goes through nodes one by one, and tells what differs from the honest one's. */
const through = (last: number) => `(async () => {
  ${helpers}
  // The page waits until the hand rests; this one never does.
  const own = window.setTimeout;
  window.setTimeout = (work, ms = 0) => own(work, ms > 200 ? ms : 0);
  const found = [];
  const isShown = (at) => $('.row[aria-selected=true] .id')?.textContent === 'R1.N' + at && $('.detail')?.textContent.includes(' ' + at + ' is the evidence');
  const shown = async (at) => {
    for (const began = performance.now(); !isShown(at); await turn()) if (performance.now() - began > 10_000) throw new Error(at + ' is never shown');
  };
  await shown(0);
  const row = shapeOf($('.row[aria-selected=true]'));
  const look = $('.row[aria-selected=true]').className;
  const detail = shapeOf($('.detail'));
  for (let at = 1; at <= ${last}; at += 1) {
    press('j');
    await shown(at);
    const is = $('.row[aria-selected=true]');
    if (shapeOf(is) !== row || is.className !== look) found.push(at + ' row ' + is.className + ' ' + shapeOf(is));
    if (shapeOf($('.detail')) !== detail) found.push(at + ' detail ' + shapeOf($('.detail')));
    const acts = acting.exec(readable())?.[0];
    // By its number: the browser's protocol has trouble with some of them.
    if (acts) found.push(at + ' acts U+' + acts.codePointAt(0).toString(16));
  }
  return found;
})()`;

/** Scrolls through the whole tree: every row there ever is, with what differs from the honest one's. */
const rows = `(async () => {
  ${helpers}
  const tree = $('.tree');
  const seen = new Map();
  for (let top = 0; top < tree.scrollHeight; top += tree.clientHeight / 2) {
    tree.scrollTop = top;
    await turn();
    await new Promise(requestAnimationFrame);
    await turn();
    for (const row of document.querySelectorAll('.row')) seen.set(row.querySelector('.id').textContent, row.className.replace('way', '').trim() + ' ' + shapeOf(row));
  }
  const honest = seen.get('R1.N0');
  return [seen.size, [...seen].filter(([, shape]) => shape !== honest)];
})()`;

async function openedOn(address: string): Promise<DashboardPage> {
  const page = await DashboardPage.open(address);
  ends.push(async () => page.close());
  return page;
}

const isIsolated = `['.row .title', '.row .id', 'h1'].map((each) => getComputedStyle(document.querySelector(each)).unicodeBidi)`;

inBrowser('the live page shows five hundred of them as text, each like the honest one', async () => {
  const ui = await startUi(dataDir);
  ends.push(async () => ui.stop());
  const page = await openedOn(`${ui.address}&${sessionId}/node/${idOf(0)}`);
  expect(await page.ask(through(wicked.length + 10))).toEqual([]);
  expect(await page.ask(rows)).toEqual([count, []]);
  expect(await page.ask(isIsolated)).toEqual(['isolate', 'isolate', 'isolate']);
  await page.isClean(ui.origin);

  await page.ask(`void (location.hash = '#/${ticketSession}/ticket/T-1')`);
  await page.shows('was seen to pass');
  await page.sees(`document.querySelectorAll('.ticket').length > 5`);
  expect(
    await page.ask(`(() => { ${helpers} return acting.exec(readable())?.[0].codePointAt(0) ?? null; })()`),
  ).toBeNull();
  expect(await page.ask(`document.querySelectorAll('#app :is(script, img, iframe, object, style, form)').length`)).toBe(
    0,
  );
  await page.ask(`void (location.hash = '#/')`);
  await page.sees(`document.querySelectorAll('.sessions li').length === 2`);
  expect(
    await page.ask(`(() => { ${helpers} return acting.exec(readable())?.[0].codePointAt(0) ?? null; })()`),
  ).toBeNull();
  await page.isClean(ui.origin);
});

test('the server tells each of them so that it can be shown', async () => {
  const ui = await startUi(dataDir);
  const ask = async (path: string) =>
    (await fetch(`${ui.origin}/api/sessions${path}`, { headers: { Authorization: `Bearer ${ui.token}` } })).text();
  for (let at = 0; at < count; at += 1) {
    const told = await ask(`/${sessionId}/nodes/${idOf(at)}`);
    expect(told).toContain(`${at} is the evidence`);
    // In JSON a tab and a newline are spelled out.
    expect([at, acts.exec(told)?.[0]]).toEqual([at, undefined]);
    expect([at, /\\u00[0-9a-f]{2}|\\[bfr]/.exec(told.replaceAll('\\\\', ''))?.[0]]).toEqual([at, undefined]);
  }
  await ui.stop();
});

inBrowser('a file sent to somebody does so too', async () => {
  const file = join(dataDir, 'session.html');
  expect(await cli(`export ${sessionId} --out ${file}`)).toMatchObject({ code: 0 });
  const url = pathToFileURL(file).href;
  const page = await openedOn(`${url}#/${sessionId}/node/${idOf(0)}`);
  expect(await page.ask(through(wicked.length))).toEqual([]);
  await page.isClean(url.slice(0, -'.html'.length));

  const { out } = await cli(`export ${sessionId} --format svg`);
  const parts = `(() => {
    const parsed = new DOMParser().parseFromString(${JSON.stringify(out)}, 'image/svg+xml');
    return [...new Set([...parsed.querySelectorAll('*')].flatMap((each) => [each.tagName, ...each.getAttributeNames().filter((name) => /^on|href/.test(name))]))].sort();
  })()`;
  expect(await page.ask(parts)).toEqual(['clipPath', 'desc', 'g', 'path', 'rect', 'style', 'svg', 'text', 'title']);
  expect(acts.exec(out)?.[0]).toBeUndefined();
});

test('a terminal shows them as text', async () => {
  for (const id of [sessionId, ticketSession]) {
    const { code, out } = await cli(`status ${id}`);
    expect([code, acts.exec(out)?.[0]]).toEqual([0, undefined]);
    expect(out.length).toBeGreaterThan(100);
  }
});
