/**
 * A session in a file, opened from disk in a real browser. Its bugs, to a user: an empty page, a past that tells of the
 * future, or a text of an agent that runs in the browser of whoever was sent the file.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasChromium, openPage, type Page } from '../testing/chromium.js';
import { hostileTexts, markupTexts } from '../testing/hostile-text.js';
import { oneServer } from '../testing/one-server.js';
import { runCli } from '../testing/run-cli.js';
import { proposalOf, resultOf, ScriptedAgent } from '../testing/scripted-agent.js';
import { until } from '../testing/until.js';

const inBrowser = hasChromium ? test : test.skip;
const proctor = oneServer();
const wicked = [...hostileTexts, ...markupTexts, '\u2028window.ran = 5\u2029'];
let agent: ScriptedAgent;
let file: string;

const cli = async (args: string) => runCli(args.split(' '), { cwd: proctor.dataDir, dataDir: proctor.dataDir });

/** A node a text: as its title, its plan, its findings and its evidence. */
beforeAll(async () => {
  agent = await ScriptedAgent.start(proctor, { query: wicked.at(-6), protocol: 'classic', minRoots: 1 });
  for (const [index, text] of wicked.entries()) {
    // What is only blank is refused, and what is too long.
    const words = `${index} ${text}`.slice(0, 290);
    const node = { ...proposalOf(`R1.N${index}`, null), title: words, plannedAction: words };
    expect((await agent.call('tot_propose', { nodes: [node] })).isError).toBe(false);
    await agent.commitAll([
      resultOf(`R1.N${index}`, { state: 'DEAD', findings: words, evidence: `${words} evidence` }),
    ]);
  }
  file = join(proctor.dataDir, 'session.html');
  const { code, err } = await cli(`export ${agent.sessionId} --out ${file}`);
  expect([code, err]).toEqual([0, expect.stringContaining('html of')]);
});

const pages: Page[] = [];
afterAll(async () => {
  for (const page of pages) await page.close();
});

/** Whatever breaks the page's policy, and whatever goes wrong in it, is kept. */
const watch = `
window.wrong = [];
addEventListener('securitypolicyviolation', (event) => wrong.push(event.violatedDirective + ' ' + event.blockedURI));
addEventListener('error', (event) => wrong.push(event.message));
window.alert = () => { window.ran = 'alert'; };
`;

async function open(hash = '', first = ''): Promise<Page> {
  const page = await openPage(`${pathToFileURL(file).href}${hash}`, undefined, watch + first);
  pages.push(page);
  return page;
}

const sees = async (page: Page, expression: string) =>
  until(async () => ((await page.evaluate(expression)) === true ? true : undefined), 10);
const textOf = (selector: string) => `(document.querySelector(${JSON.stringify(selector)})?.textContent ?? '')`;
const pressOn = (key: string) =>
  `document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true })), true`;

describe('opened from disk', () => {
  inBrowser('shows the session, runs no text of it, and asks nobody for anything', async () => {
    const page = await open();
    await sees(page, `document.querySelectorAll('.row').length > 5`);
    await page.evaluate(pressOn('Home'));
    await sees(page, `${textOf('.detail')}.includes('0 "]; R9_X')`);
    expect(await page.evaluate(textOf('.pulse'))).toBe('Exported');
    expect(await page.evaluate(textOf('h1'))).toBe(wicked.at(-6));
    expect(await page.evaluate('location.hash')).toContain(agent.sessionId);
    await sees(page, `document.querySelector('.canvas svg [data-state=DEAD]') !== null`);
    for (let index = 1; index < wicked.length; index += 1) {
      await page.evaluate(pressOn('j'));
      await sees(page, `${textOf('.row[aria-selected=true] .id')} === 'R1.N${index}'`);
    }
    await sees(page, `${textOf('.detail')}.includes('window.ran = 5')`);
    expect(await page.evaluate('[window.ran ?? null, wrong]')).toEqual([null, []]);
    expect(await page.evaluate(`document.querySelectorAll('script, img, iframe, object').length`)).toBe(2);
    expect(page.requests.filter((url) => !url.startsWith('data:'))).toEqual([pathToFileURL(file).href]);
  });

  inBrowser('goes back to a record, where nothing of later is told', async () => {
    // Start, then a proposal and a commit for each: record 4 proposes the second node.
    const page = await open(`#/${agent.sessionId}/node/R1.N1@4`);
    await sees(page, `${textOf('.detail')}.includes('proposed')`);
    expect(await page.evaluate(`document.querySelectorAll('.row').length`)).toBe(2);
    expect(await page.evaluate(textOf('.pulse'))).toContain('Read-only replay');
    expect(await page.evaluate(textOf('.detail'))).not.toContain('evidence');
    expect(await page.evaluate(`document.querySelectorAll('.moves .move').length`)).toBe(0);
    await page.evaluate(pressOn(']'));
    await sees(page, `location.hash.endsWith('@5') && ${textOf('.detail')}.includes('evidence')`);
    await page.evaluate(pressOn('l'));
    await sees(page, `${textOf('.pulse')} === 'Exported' && document.querySelectorAll('.moves .move').length > 0`);
  });

  inBrowser('lists its one session, also where the browser keeps nothing', async () => {
    const page = await open(
      '#/',
      `Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } });`,
    );
    await sees(page, `document.querySelectorAll('.sessions li').length === 1`);
    await page.evaluate(`document.querySelector('[aria-label="Light or dark"]').click()`);
    await page.evaluate(`document.querySelector('.sessions a').click()`);
    await sees(page, `document.querySelectorAll('.row').length > 5`);
    expect(await page.evaluate('wrong')).toEqual([]);
  });

  inBrowser('lets nothing run that was put into it, and nothing be loaded', async () => {
    const page = await open();
    await sees(page, `document.querySelectorAll('.row').length > 5`);
    await page.evaluate(`{
      const script = document.createElement('script');
      script.textContent = 'window.ran = "put"';
      document.body.append(script);
      const picture = new Image();
      picture.src = 'http://127.0.0.1:9/x.png';
      void fetch('http://127.0.0.1:9/').catch(() => undefined);
    }`);
    await sees(page, 'wrong.length >= 3');
    expect(await page.evaluate('window.ran ?? null')).toBeNull();
    expect(page.requests.filter((url) => url.startsWith('http'))).toEqual([]);
  });
});

test('the file names nothing that is elsewhere', async () => {
  const html = await readFile(file, 'utf8');
  const [before = ''] = html.split('<script type="application/json"');
  expect(before).toMatch(/default-src 'none'; script-src 'sha256-[A-Za-z0-9+/=]{44}'; style-src '/);
  expect(html.match(/<script/g)).toHaveLength(2);
  expect(before).not.toMatch(/(?:src|href)="(?!data:)/);
  expect(before).not.toMatch(/@import|url\((?!["']?data:)/);
});

test('goes to stdout, says what it wrote, and never overwrites unasked', async () => {
  const printed = await cli(`export ${agent.sessionId} --format html`);
  expect([printed.code, printed.err]).toEqual([0, '']);
  // Not shown in full where they differ.
  expect(printed.out === (await readFile(file, 'utf8'))).toBe(true);
  const again = await cli(`export ${agent.sessionId} --out ${file} --json`);
  expect(JSON.parse(again.out)).toMatchObject({ format: 'html', written: false });
  await agent.propose('R1.more', null);
  expect(await cli(`export ${agent.sessionId} --out ${file}`)).toMatchObject({ code: 1 });
  expect(await cli('export s-nobody --format html')).toMatchObject({ code: 1 });
  expect(await cli(`export ${agent.sessionId} --format htlm`)).toMatchObject({ code: 2 });
});
