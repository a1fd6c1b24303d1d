import { oneServer } from '../testing/one-server.js';
import { connect, type ProctorClient } from '../testing/proctor-client.js';
import { proposalOf, resultOf, ScriptedAgent } from '../testing/scripted-agent.js';

const proctor = oneServer();

const hostile = [
  'x", fillcolor="green"]; Evil [label="pwned',
  'x\\',
  'x\\", color="red',
  'x\\\\"]; R9_Z [label="',
  'a\nR8_Z [label="second line"];\nb',
  '} digraph Other { a -> b }',
  '<<b>html</b>>',
  '/* comment */ // comment # comment',
  '&quot;, fillcolor=&quot;red',
  '%%{init: {"theme":"dark"}}%%',
  'click R1_A "https://example.org" "link"',
  'x"]:::VALID --> Evil["y',
  '</text></svg><script>alert(1)</script>',
  '"><image href="https://example.org/x.png"/>',
  ']]><!ENTITY x SYSTEM "file:///etc/passwd">&x;',
  '\u202Egnp.exe\u2066\u200B\u{E0041}',
  '\u0000\u0007\u001b[31mred\u001b[0m\u009b2J',
  '\uD800 half a character',
  '__proto__',
  '[link](https://example.org) ![image](x) `code`',
];

/** The same tree twice: once with these titles, once with harmless ones. */
async function grow(titleOf: (index: number) => string): Promise<ScriptedAgent> {
  const agent = await ScriptedAgent.start(proctor, { query: titleOf(0), protocol: 'classic', minRoots: 1 });
  for (const index of hostile.keys()) {
    const parent = index % 2 === 0 ? null : `R1.N${index - 1}`;
    const id = `R${parent === null ? 1 : 2}.N${index}`;
    const node = { ...proposalOf(id, parent), title: titleOf(index), plannedAction: titleOf(index) };
    expect((await agent.call('tot_propose', { nodes: [node] })).data.status).toBe('OK');
    const told = { state: parent === null ? 'DRILL' : 'DEAD', findings: titleOf(index), evidence: titleOf(index) };
    await agent.commitAll([resultOf(id, told)]);
  }
  return agent;
}

const read = async ({ sessionId }: ScriptedAgent, name: string): Promise<string> => {
  const { contents } = await proctor.client.readResource({ uri: `session://${sessionId}/${name}` });
  return (contents as { text: string }[])[0]!.text;
};

/** A graph without its texts: what is left is structure, and none of it comes from a title. */
const withoutLabels = {
  'graph.dot': (dot: string) => dot.replace(/label="(?:[^"\\]|\\[^])*"/g, 'label'),
  'graph.mmd': (mmd: string) => mmd.replace(/accTitle: .*/, 'accTitle').replace(/\["[^"\n]*"\]/g, '[label]'),
} as const;

// Text an agent copied from a web page would paint a dead end green, add a node that was never looked at, or run a script
// in the browser of whoever opens the picture.
describe('text from outside', () => {
  let wicked: ScriptedAgent;
  let harmless: ScriptedAgent;

  beforeAll(async () => {
    wicked = await grow((index) => hostile[index]!);
    harmless = await grow((index) => `Title ${index}`);
  });

  test.each(['graph.dot', 'graph.mmd'] as const)('adds nothing to %s but labels', async (name) => {
    const strip = withoutLabels[name];
    const graph = await read(wicked, name);
    expect(strip(graph)).toBe(strip(await read(harmless, name)));
    expect(graph).not.toContain('\r');
    expect(/\p{Cc}/u.exec(graph.replaceAll('\n', ''))).toBeNull();
  });

  test('adds no node and no edge to the graph', async () => {
    const dot = withoutLabels['graph.dot'](await read(wicked, 'graph.dot'));
    expect(dot.match(/^ +R\d_N\d+ \[/gm)).toHaveLength(hostile.length);
    expect(dot.match(/->/g)).toHaveLength(hostile.length / 2);
    expect(dot.match(/fillcolor="lightblue"/g)).toHaveLength(hostile.length / 2 + 1);
    expect(dot.match(/fillcolor="red"/g)).toHaveLength(hostile.length / 2 + 1);
    expect(dot).not.toMatch(/Evil|Other|R9_Z|R8_Z/);
  });

  test('adds no element, link or script to the picture', async () => {
    const svg = await read(wicked, 'graph.svg');
    const elements = (text: string) => new Set(text.match(/<\/?[A-Za-z!?][^\s>/]*/g));
    expect(elements(svg)).toEqual(elements(await read(harmless, 'graph.svg')));
    expect(elements(svg)).not.toContain('<script');
    expect(/&(?!(?:amp|lt|gt|quot|#\d+);)/.exec(svg)).toBeNull();
    expect(/\p{Cc}/u.exec(svg.replaceAll('\n', ''))).toBeNull();
  });

  test('stays on one line of the outline', async () => {
    const { data: status } = await wicked.call('tot_status', { graph: 'outline' });
    expect(status.graph.split('\n')).toHaveLength(hostile.length);
    expect(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.exec(status.graph.replaceAll('\n', ''))).toBeNull();
  });

  test('is kept as it was written, for whoever asks for the node', async () => {
    for (const [index, text] of hostile.entries()) {
      const node = await wicked.node(`R${index % 2 === 0 ? 1 : 2}.N${index}`);
      expect(node['title']).toBe(text.trim());
      expect(node['findings']).toBe(text.trim());
    }
  });

  test('survives a restart of the server', async () => {
    const status = async (server: ProctorClient) =>
      (await server.call('tot_status', { sessionId: wicked.sessionId, detail: 'full', graph: 'outline' })).text;
    const other = await connect(proctor.dataDir);
    try {
      expect(await status(other)).toBe(await status(proctor));
    } finally {
      await other.close();
    }
  });
});
