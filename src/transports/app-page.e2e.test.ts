/**
 * The page a chat client shows beside a status. Its bugs, to a user: an empty frame where the tree should be, a page that
 * loads something from elsewhere, or a title of an agent that runs in the client.
 */
import { AppHost, type HostOptions } from '../testing/app-host.js';
import { hasChromium } from '../testing/chromium.js';
import { hostileTexts } from '../testing/hostile-text.js';
import { proposalOf, resultOf, ScriptedAgent } from '../testing/scripted-agent.js';
import { sharedProject } from '../testing/served-project.js';
import { right, sourceFile, TicketTeam } from '../testing/ticket-team.js';

const inBrowser = hasChromium ? test : test.skip;
const { repo, proctor } = sharedProject();
const uri = 'ui://proctor/status';

describe('over stdio', () => {
  test('the two tools that look name the page, and no other does', async () => {
    const { tools } = await proctor.client.listTools();
    const meta = { ui: { resourceUri: uri }, 'ui/resourceUri': uri };
    const named = tools.filter(({ _meta }) => _meta !== undefined).map(({ name, _meta }) => [name, _meta]);
    expect(named).toEqual([
      ['tot_status', meta],
      ['ticket_status', meta],
    ]);
    expect(proctor.client.getServerCapabilities()).toMatchObject({
      extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
    });
  });

  test('the page is one file that names nothing elsewhere', async () => {
    const { resources } = await proctor.client.listResources();
    expect(resources[0]).toMatchObject({ uri, mimeType: 'text/html;profile=mcp-app' });
    const { contents } = await proctor.client.readResource({ uri });
    const none = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] };
    expect(contents).toEqual([
      {
        uri,
        mimeType: 'text/html;profile=mcp-app',
        text: expect.stringMatching(/^<!doctype html>/),
        _meta: { ui: { csp: none, prefersBorder: true } },
      },
    ]);
    const { text } = contents[0] as { text: string };
    expect(text).not.toMatch(/<link|<img|<iframe|\bsrc=|@import|url\(/);
    expect(text).toContain("default-src 'none'");
    expect(Buffer.byteLength(text)).toBeLessThan(100_000);
  });

  test('can be followed like a chart, and others of its kind are not there', async () => {
    await proctor.client.subscribeResource({ uri });
    for (const other of ['ui://proctor/other', `${uri}/`, 'ui://proctor/status?x'])
      await expect(proctor.client.readResource({ uri: other })).rejects.toMatchObject({ code: -32002 });
  });
});

const hosts: AppHost[] = [];
afterAll(async () => {
  for (const { page } of hosts) await page.close();
});

async function opened(options?: HostOptions): Promise<AppHost> {
  const host = await AppHost.open(proctor, uri, options);
  hosts.push(host);
  return host;
}

const has = (text: string) => `document.body.innerText.includes(${JSON.stringify(text)})`;
const lines = (count: number) => `document.querySelectorAll('.outline .line').length === ${count}`;

describe('in a chat client', () => {
  inBrowser('shows the tree, though the reply was brief, and follows the light of the client', async () => {
    const agent = await ScriptedAgent.start(proctor, { query: 'Why is it slow?', minRoots: 1 });
    await agent.plant('R1.A R1.B', null, 'DRILL DRILL');
    await agent.plant('R2.A', 'R1.A', 'DEAD');
    const host = await opened({ theme: 'dark' });
    expect(await host.page.evaluateInFrame('document.documentElement.dataset.theme')).toBe('dark');
    await host.sees(has('Proctor is being asked'));
    await host.show('tot_status', { sessionId: agent.sessionId });
    await host.sees(`${lines(3)} && ${has('Why is it slow?')} && ${has('Cannot end yet')} && ${has('Quality')}`);
    expect(
      await host.page.evaluateInFrame(
        `[...document.querySelectorAll('.outline .line')].map((line) => [line.getAttribute('aria-level'), line.querySelector('.id').textContent, line.querySelector('[role=img]').getAttribute('aria-label')].join(' '))`,
      ),
    ).toEqual(['1 R1.A drill', '2 R2.A dead', '1 R1.B drill']);
    await host.page.evaluateInFrame(`document.querySelectorAll('.outline .line')[1].click()`);
    await host.sees(has('Ran the reproduction for R2.A'));
    await host.tell('ui/notifications/host-context-changed', { theme: 'light' });
    await host.sees(`document.documentElement.dataset.theme === 'light'`);
    const sizes = (await host.heard()).filter(({ method }) => method === 'ui/notifications/size-changed');
    expect(sizes.length).toBeGreaterThan(0);
    expect(host.page.requests.filter((url) => !url.startsWith('http://127.0.0.1:9/host'))).toEqual([]);
  });

  inBrowser('shows what the reply has where the client passes no calls on', async () => {
    const agent = await ScriptedAgent.start(proctor, { query: 'And without calls?', minRoots: 1 });
    await agent.plant('R1.A', null, 'DRILL');
    const host = await opened({ calls: false });
    await host.show('tot_status', { sessionId: agent.sessionId });
    await host.sees(`${has('And without calls?')} && ${has('0 of 1 nodes')}`);
    await host.show('tot_status', { sessionId: 's-nobody' });
    await host.sees(`document.querySelector('[role=alert]') !== null`);
    await host.show('tot_status', {});
    await host.sees(`${has('Open sessions')} && ${has(agent.sessionId)}`);
    expect((await host.heard()).map(({ method }) => method)).not.toContain('tools/call');
  });

  inBrowser('shows the board with the steps of each gate, and one ticket', async () => {
    const team = await TicketTeam.at(proctor);
    await repo.write({ [sourceFile]: 'export const add = (a, b) => a * b;\n' });
    expect((await team.submit(1)).data.gate).toMatchObject({ attempt: 2 });
    const host = await opened();
    await host.show('ticket_status', { sessionId: team.sessionId });
    await host.sees(
      `document.querySelector('.ticket .bars')?.getAttribute('aria-label').includes('executor') === true`,
    );
    await host.page.evaluateInFrame(`document.querySelector('.ticket').click()`);
    await host.sees(`document.querySelector('[aria-label=Ticket]') !== null && ${has('attempt 2 of 3')}`);
    await repo.write({ [sourceFile]: right });
    expect((await team.submit(2)).data.gate.status).toBe('REVIEWING');
    await host.show('ticket_status', { sessionId: team.sessionId, ticketId: team.ticketId });
    await host.sees(has('REVIEWING'));
    // A session of tickets alone, asked for as an investigation.
    await host.show('tot_status', { sessionId: team.sessionId });
    await host.sees(`document.querySelector('.ticket .bars') !== null`);
  });

  inBrowser('runs no title, finding or evidence', async () => {
    const run = 'document.documentElement.dataset.ran=1';
    const wicked = [
      ...hostileTexts,
      `</script><script>${run}</script>`,
      `<img src=x onerror="${run}">`,
      `<svg onload="${run}">`,
    ];
    const agent = await ScriptedAgent.start(proctor, { query: wicked.at(-1), protocol: 'classic', minRoots: 1 });
    for (const [index, text] of wicked.entries()) {
      const words = `${index} ${text}`.slice(0, 290);
      const id = `R1.N${index}`;
      await agent.call('tot_propose', { nodes: [{ ...proposalOf(id, null), title: words, plannedAction: words }] });
      await agent.commitAll([resultOf(id, { state: 'DEAD', findings: words, evidence: `${words} evidence` })]);
    }
    const host = await opened();
    await host.show('tot_status', { sessionId: agent.sessionId });
    await host.sees(lines(wicked.length));
    for (const index of [wicked.length - 1, wicked.length - 2, wicked.length - 3]) {
      await host.page.evaluateInFrame(`document.querySelectorAll('.outline .line')[${index}].click()`);
      await host.sees(has(`${index} ${wicked[index] ?? ''} evidence`));
    }
    expect(await host.page.evaluateInFrame('document.documentElement.dataset.ran ?? null')).toBeNull();
    expect(await host.page.evaluateInFrame(`document.querySelectorAll('script, img, svg, iframe').length`)).toBe(2);
    expect(host.page.requests.filter((url) => !url.startsWith('http://127.0.0.1:9/host'))).toEqual([]);
  });
});
