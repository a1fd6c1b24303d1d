/**
 * The dashboard as a person has it: `proctor ui` in a process of its own, its page in a real browser, and agents that
 * work through a real server beside it. Nothing is loaded again: what is there came live.
 */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasChromium } from '../testing/chromium.js';
import { DashboardPage, startUi, type DashboardProcess } from '../testing/dashboard-page.js';
import { flipRecord } from '../testing/flip-record.js';
import { runCli } from '../testing/run-cli.js';
import { repairAsPerson } from '../testing/run-on-terminal.js';
import { ScriptedAgent } from '../testing/scripted-agent.js';
import { sharedProject } from '../testing/served-project.js';
import { TicketTeam } from '../testing/ticket-team.js';

const inBrowser = hasChromium ? test : test.skip;
const { repo, data, proctor } = sharedProject();
let ui: DashboardProcess;
let page: DashboardPage;

beforeAll(async () => {
  if (!hasChromium) return;
  ui = await startUi(data.path, { terminal: true });
  page = await DashboardPage.open(ui.address);
  await page.prefer('light');
});

afterAll(async () => {
  if (!hasChromium) return;
  await page.close();
  await ui.stop();
});

const row = (id: string) =>
  `[...document.querySelectorAll('.row')].find((row) => row.querySelector('.id')?.textContent === '${id}')`;
const rowIs = async (id: string, state: string) => page.sees(`${row(id)}?.classList.contains('${state}')`);
const rowCount = async () => page.ask<number>(`document.querySelectorAll('.row').length`);
const selected = async () => page.ask<string>(`document.querySelector('.row[aria-selected=true] .id')?.textContent`);
/** As it is now, light and dark. */
const axeFindsNothing = async () => {
  for (const theme of ['dark', 'light'] as const) {
    await page.prefer(theme);
    expect([theme, ...(await page.axe())]).toEqual([theme]);
  }
};
const isClean = async () => {
  await page.isClean(ui.origin);
};

inBrowser(
  'an investigation appears as it happens, from an empty list to a blocked edge and why it is blocked',
  async () => {
    await page.shows('No sessions yet');
    await page.ask(`window.sameDocument = true`);
    const agent = await ScriptedAgent.start(proctor, { query: 'Why is the cache stale?' });
    await page.shows('Why is the cache stale?', '.sessions');
    await page.click('.sessions li a');
    await page.shows('Live', 'header');
    await page.shows('No nodes yet');
    await agent.propose('R1.A R1.B R1.C R1.D R1.E', null);
    await rowIs('R1.E', 'PROPOSED');
    await agent.commit({ 'R1.A': 'DRILL', 'R1.B': 'VERIFY', 'R1.C': 'DEAD', 'R1.D': 'VERIFY', 'R1.E': 'DRILL' });
    await rowIs('R1.C', 'DEAD');
    await page.shows('Cannot end', 'header');
    await page.ask(`${row('R1.C')}.click()`);
    await page.shows('Ran the reproduction for R1.C', '.detail');
    await page.shows('H0', '.detail');
    await page.sees(`document.querySelector('.canvas [data-state=DEAD].is-current')`);
    await page.sees(`document.querySelector('.canvas [data-edge="PROPOSED→DEAD"].is-taken')`);
    await page.ask(`${row('R1.A')}.click()`);
    await page.sees(
      `document.querySelectorAll('.move.no').length > 0 && document.querySelectorAll('.move.yes').length > 0`,
    );
    await page.shows('blocked', '.moves');
    await agent.refused.end();
    await page.shows('refused', 'footer');
    expect(await page.ask('window.sameDocument')).toBe(true);
    await isClean();
  },
);

inBrowser('filters and keys: what is looked for, what is chosen, help, and light or dark', async () => {
  expect(await rowCount()).toBe(5);
  await page.key('/');
  await page.type('R1.B');
  await page.sees(`document.querySelectorAll('.row').length === 1`);
  await page.key('Escape');
  await page.click('.clear');
  await page.sees(`document.querySelectorAll('.row').length === 5`);
  await page.click('.chips .chip:nth-child(2)');
  await page.sees(`!${row('R1.A')} && !!${row('R1.B')}`);
  await page.click('.clear');
  await page.ask(`${row('R1.A')}.click(); document.activeElement.blur()`);
  await page.key('j');
  await page.sees(`document.querySelector('.row[aria-selected=true] .id')?.textContent === 'R1.B'`);
  await page.key('k');
  await page.sees(`document.querySelector('.row[aria-selected=true] .id')?.textContent === 'R1.A'`);
  await page.key('?');
  await page.sees(`document.querySelector('dialog[open]')?.innerText.includes('next and previous node')`);
  await page.key('Escape');
  await page.sees(`!document.querySelector('dialog[open]')`);
  await page.key('t');
  await page.sees(`document.documentElement.dataset.theme === 'dark'`);
  await page.key('t');
  await page.sees(`document.documentElement.dataset.theme !== 'dark'`);
  await isClean();
});

inBrowser('replay shows an earlier record, read-only, has an address of its own, and leads back to now', async () => {
  await page.ask(`${row('R1.C')}.click(); document.activeElement.blur()`);
  await page.key('[');
  await page.key('[');
  await rowIs('R1.C', 'PROPOSED');
  await page.shows('Read-only replay', 'header');
  await page.sees(`/@2$/.test(location.hash)`);
  await page.sees(`!document.querySelector('.detail').innerText.includes('Ran the reproduction')`);
  const hash = await page.ask<string>('location.hash');
  await page.key('l');
  await rowIs('R1.C', 'DEAD');
  // The same address, in a tab of its own.
  const other = await DashboardPage.open(`${ui.address.split('#')[0] ?? ''}#token=${ui.token}&${hash.slice(2)}`);
  await other.sees(
    `[...document.querySelectorAll('.row.PROPOSED .id')].some(({ textContent }) => textContent === 'R1.C')`,
  );
  expect(await other.ask('location.href')).not.toContain(ui.token);
  await other.close();
  expect(await selected()).toBe('R1.C');
  await isClean();
});

const talkative = 'for (let step = 1; step <= 400; step += 1) console.log(`step ${step} of 400`);\n';

/** With the keyboard, from the excerpt to all that was printed. */
async function showsWholeOutput(): Promise<void> {
  expect(await page.ask(`document.querySelector('.detail').textContent.includes('step 7 of 400')`)).toBe(false);
  await page.ask(`document.querySelectorAll('.detail .fold > summary').forEach((summary) => summary.click())`);
  await page.ask(`document.querySelector('.whole button').focus()`);
  expect(await page.ask(`document.activeElement.textContent`)).toMatch(/^Show all [\d.]+ kB: output of run 1$/);
  await page.key('Enter');
  for (const step of [1, 7, 400]) await page.shows(`step ${step} of 400`, 'pre.output[role=region][tabindex="0"]');
  for (const theme of ['dark', 'light'] as const) {
    await page.prefer(theme);
    expect([theme, await page.axe()]).toEqual([theme, []]);
  }
}

inBrowser('a ticket on the board, its run, and a decision that takes the code of the terminal', async () => {
  const team = await TicketTeam.at(proctor);
  await page.ask(`location.hash = '#/${team.sessionId}'`);
  await page.shows('In progress', '.board');
  await repo.write({ 'src/add.mjs': `export const add = (a, b) => a * b;\n${talkative}` });
  await team.submit(1);
  await page.shows('attempt 2/3', '.board');
  await page.shows('not ok', '.detail');
  await page.ask(`location.hash = '#/'`);
  await page.shows('1 ticket', '.sessions');
  expect(await page.ask(`document.querySelector('.for-you')`)).toBeNull();
  await page.click(`.sessions a[href="#/${team.sessionId}"]`);
  await page.shows('not ok', '.detail');
  await showsWholeOutput();
  await team.ok('ticket_escalate', {
    question: 'Which sum?',
    tried: 'A product.',
    by: { role: 'executor', agentId: 'quick' },
  });
  await page.shows('Waits for you', '.detail');
  await page.shows('Which sum?', '.decide.waits .question');
  await page.shows('Tried: A product.', '.decide.waits');
  expect(await page.ask(`document.querySelector('.detail').textContent.includes('Go on with other tickets')`)).toBe(
    false,
  );
  await page.sees(`document.querySelector('.ticket.waits')`);
  // What was opened stays open while records come, and in the past too.
  await page.key('[');
  await page.shows('Read-only replay', 'header');
  await page.sees(`!document.querySelector('.ticket.waits') && document.querySelector('.detail:not(.old) pre.output')`);
  await page.click('.whole button');
  await page.sees(`!document.querySelector('pre.output')`);
  const outputs = join(data.path, 'sessions', team.sessionId, 'output');
  await rename(outputs, `${outputs}-away`);
  await page.click('.whole button');
  await page.shows('run the command again', '.whole [role=alert]');
  await rename(`${outputs}-away`, outputs);
  await page.click('.whole [role=alert] + button');
  await page.shows('step 7 of 400', 'pre.output');
  await page.key('l');
  await page.ask(`location.hash = '#/'`);
  await page.shows('1 ticket waits for you', `.sessions section:first-of-type a[href="#/${team.sessionId}"]`);
  await page.sees(`document.title === '(1) waits for you · Sessions · Proctor'`);
  await axeFindsNothing();
  await page.click('.sessions li a');
  await page.shows('Waits for you', '.detail');
  await page.ask(
    `[...document.querySelectorAll('button.decision')].find(({ innerText }) => innerText === 'Retry').click()`,
  );
  await page.fill('dialog[open] [name=note]', 'Addition it is.');
  await page.fill('dialog[open] [name=typed]', team.ticketId);
  await page.fill('dialog[open] [name=code]', 'AAAA-AAAA');
  await page.click('dialog[open] [type=submit]');
  await page.shows('That is not the code', 'dialog');
  expect((await team.ok('ticket_status')).gate.status).toBe('ESCALATED');
  await page.fill('dialog[open] [name=code]', ui.code.toLowerCase());
  await page.click('dialog[open] [type=submit]');
  await page.sees(`!document.querySelector('dialog[open]')`);
  await page.sees(`!document.querySelector('.ticket.waits')`);
  const { gate, history } = await team.ok('ticket_status', { detail: 'full' });
  expect(gate.status).toBe('EXECUTING');
  expect(JSON.stringify(history)).toMatch(/person \(dashboard\).*Addition it is\./);
  await page.shows('person (dashboard)', '.detail');
  await page.ask(`location.hash = '#/'`);
  await page.sees(`document.querySelector('.sessions a[href="#/${team.sessionId}"]:not(:has(.for-you))')`);
  await page.sees(`document.title === 'Sessions · Proctor'`);
  await isClean();
  await hasOnlyTheExcerpt(team.sessionId);
});

/** A file has nobody to ask: it tells the excerpt, the size and the hash. */
async function hasOnlyTheExcerpt(sessionId: string): Promise<void> {
  const file = join(data.path, 'session.html');
  await runCli(['export', sessionId, '--out', file], { cwd: data.path, dataDir: data.path });
  const exported = await DashboardPage.open(`${pathToFileURL(file).href}#/${sessionId}`);
  try {
    await exported.sees(
      `[...document.querySelectorAll('.detail .foot span')].some(({ title, textContent }) => title.length === 64 && textContent.startsWith('output '))`,
    );
    expect(await exported.ask(`document.querySelectorAll('.whole').length`)).toBe(0);
  } finally {
    await exported.close();
  }
}

inBrowser('a lost connection is said, and the page goes on by itself where it was', async () => {
  const agent = await ScriptedAgent.start(proctor, { query: 'Who pulled the plug?' });
  await agent.propose('R1.A R1.B R1.C R1.D R1.E', null);
  await page.ask(`location.hash = '#/${agent.sessionId}'`);
  await rowIs('R1.A', 'PROPOSED');
  await ui.stop();
  await page.sees(`document.querySelector('.notice[role=alert]')`);
  await agent.commit({ 'R1.A': 'DRILL', 'R1.B': 'VERIFY', 'R1.C': 'DEAD', 'R1.D': 'VERIFY', 'R1.E': 'DRILL' });
  ui = await startUi(data.path, { port: Number(new URL(ui.origin).port) });
  await rowIs('R1.C', 'DEAD');
  await page.sees(`!document.querySelector('.notice[role=alert]')`);
  expect(await rowCount()).toBe(5);
  // Nobody sits at a terminal now.
  expect(ui.code).toBe('');
});

inBrowser(
  'a journal damaged while it is followed is said to be, its sound part shown, and its repair noticed',
  async () => {
    const agent = await ScriptedAgent.start(proctor, { query: 'Which record broke?' });
    await agent.plant('R1.A R1.B R1.C R1.D R1.E', null, 'DRILL');
    await page.ask(`location.hash = '#/${agent.sessionId}'`);
    await rowIs('R1.E', 'DRILL');
    await flipRecord(data.path, agent.sessionId, 3);
    await page.shows(`damaged where record 3 is due`, '.notice[role=alert]');
    await page.shows(`proctor repair ${agent.sessionId}`, '.notice code:last-of-type');
    await page.shows('Journal damaged', 'header');
    await rowIs('R1.E', 'PROPOSED');
    await axeFindsNothing();
    // Opened anew it says the same.
    await page.ask(`location.hash = '#/'`);
    await page.shows('journal damaged', `.sessions a[href="#/${agent.sessionId}"]`);
    await page.click(`.sessions a[href="#/${agent.sessionId}"]`);
    await page.shows(`damaged where record 3 is due`, '.notice[role=alert]');
    await repairAsPerson(agent.sessionId, data.path);
    await page.shows('Live', 'header');
    expect(await page.ask(`document.querySelector('.notice')`)).toBeNull();
    expect(await rowCount()).toBe(5);
  },
);

inBrowser('axe finds nothing in any view, light and dark, wide and narrow', async () => {
  const { items } = (await (
    await fetch(`${ui.origin}/api/sessions`, { headers: { authorization: `Bearer ${ui.token}` } })
  ).json()) as { items: { sessionId: string; tickets: number }[] };
  const [tree, board] = [false, true].map((isBoard) => items.find(({ tickets }) => tickets > 0 === isBoard)!.sessionId);
  const views = ['', `${tree}/node/R1.C`, `${tree}/node/R1.C@2`, `${board}`, 's-aaaaaaaaaaaaaaaaaaaa'];
  const found: Record<string, string[]> = {};
  for (const theme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [1440, 900],
      [900, 700],
    ] as const) {
      await page.prefer(theme);
      await page.size(width, height);
      for (const view of views) {
        await page.ask(`location.hash = '#/${view}'`);
        await page.sees(`document.querySelector('.sessions li, .detail .meta, .problem')`);
        await page.sees(`!document.querySelector('.detail.old')`);
        await page.sees(`document.body.textContent.includes('Read-only replay') === ${view.includes('@')}`);
        const violations = await page.axe();
        if (violations.length > 0) found[`${view} ${theme} ${width}`] = violations;
      }
    }
  await page.key('?');
  await page.sees(`document.querySelector('dialog[open]')`);
  expect({ ...found, help: await page.axe() }).toEqual({ help: [] });
});
