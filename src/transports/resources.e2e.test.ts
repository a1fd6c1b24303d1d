import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { connect, temporaryDir, type ProctorClient } from '../testing/proctor-client.js';
import { ScriptedAgent } from '../testing/scripted-agent.js';

let proctor: ProctorClient;
let other: ProctorClient;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let agent: ScriptedAgent;

beforeAll(async () => {
  data = await temporaryDir();
  [proctor, other] = await Promise.all([connect(data.path), connect(data.path)]);
  agent = await ScriptedAgent.start(proctor, { query: 'What is there to read?', minRoots: 1 });
  await agent.plant('R1.A', null, 'DRILL');
  await agent.plant('R2.A R2.B', 'R1.A', 'VERIFY DEAD');
});

afterAll(async () => {
  await Promise.all([proctor.close(), other.close()]);
  await data.remove();
});

const uriOf = (part = '') => `session://${agent.sessionId}${part}`;

async function read(uri: string) {
  const { contents } = await proctor.client.readResource({ uri });
  return contents[0] as { uri: string; mimeType: string; text: string };
}

describe('resources', () => {
  test('list the sessions, by their questions', async () => {
    const { resources } = await proctor.client.listResources();
    expect(resources).toContainEqual(
      expect.objectContaining({ uri: uriOf(), title: 'What is there to read?', mimeType: 'application/json' }),
    );
  });

  test('have a template for each thing there is to read', async () => {
    const { resourceTemplates } = await proctor.client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
      expect.arrayContaining(['session://{id}', ...['graph.dot', 'graph.mmd', 'graph.svg', 'journal'].map(inSession)]),
    );
    for (const { title, description, mimeType } of resourceTemplates)
      expect([title, description, mimeType]).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
  });

  const inSession = (part: string) => `session://{id}/${part}`;

  test('complete the id of a session from its beginning', async () => {
    const complete = async (value: string) => {
      const ref = { type: 'ref/resource', uri: 'session://{id}/graph.dot' } as const;
      return (await proctor.client.complete({ ref, argument: { name: 'id', value } })).completion.values;
    };
    expect(await complete('')).toContain(agent.sessionId);
    expect(await complete(agent.sessionId.slice(0, 8))).toEqual([agent.sessionId]);
    expect(await complete('s-0')).toEqual([]);
    expect(await complete('../')).toEqual([]);
  });

  test('tell of a session what its status tells', async () => {
    const { mimeType, text } = await read(uriOf());
    expect(mimeType).toBe('application/json');
    const { head, totalNodes, query } = await agent.status();
    expect(JSON.parse(text)).toMatchObject({ sessionId: agent.sessionId, head, totalNodes, query });
  });

  test.each([
    ['/graph.dot', 'text/vnd.graphviz', /^digraph Investigation \{[^]*R1_A -> R2_A;[^]*\}\s*$/],
    ['/graph.mmd', 'text/vnd.mermaid', /^flowchart TD[^]*R1_A --> R2_A/],
    ['/graph.svg', 'image/svg+xml', /^<svg [^]*<\/svg>\s*$/],
  ])('draw the tree as %s', async (part, mimeType, pattern) => {
    expect(await read(uriOf(part))).toMatchObject({ uri: uriOf(part), mimeType, text: expect.stringMatching(pattern) });
  });

  test('hold the journal: accepted calls whole, refused ones by their codes alone', async () => {
    await agent.refused.propose('R5.secret', null);
    const { mimeType, text } = await read(uriOf('/journal'));
    expect(mimeType).toBe('application/x-ndjson');
    const records = text.split('\n').map((each) => JSON.parse(each));
    expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index + 1));
    expect(records[0].command).toMatchObject({ type: 'investigation.start', query: 'What is there to read?' });
    const refused = records.filter(({ outcome }) => outcome === 'REJECTED');
    expect(refused).toHaveLength(1);
    expect(refused[0].refused.errors).toEqual([{ code: 'ROUND_MISMATCH', subject: 'R5.secret' }]);
    expect(JSON.stringify(refused)).not.toContain('Read what R5.secret touches');
    const { text: rest } = await read(uriOf(`/journal?after=${records.length - 1}`));
    expect(JSON.parse(rest)).toEqual(records.at(-1));
  });

  test.each([
    'session://s-00000000000000000000',
    'session://',
    'session://x/y',
    'chart://nothing.svg',
    'file:///etc/hosts',
  ])('say of %s that it is not there', async (uri) => {
    await expect(proctor.client.readResource({ uri })).rejects.toMatchObject({ code: -32002 });
    await expect(proctor.client.subscribeResource({ uri })).rejects.toMatchObject({ code: -32002 });
  });
});

// A dashboard or an editor panel that follows a session would show an old tree until somebody reloads it.
describe('a client that follows a session', () => {
  const updates: string[] = [];

  beforeAll(() => {
    proctor.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
      updates.push(params.uri);
    });
  });

  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  /** Waits until it was told, or until a slow machine would have been. */
  async function told(uri: string): Promise<boolean> {
    for (let waitedMs = 0; waitedMs < 5000 && !updates.includes(uri); waitedMs += 20) await pause(20);
    return updates.includes(uri);
  }

  test.each(['', '/graph.dot', '/journal'])('is told of changes to %j, whichever process made them', async (part) => {
    const uri = uriOf(part);
    await proctor.client.subscribeResource({ uri });
    updates.length = 0;
    const suffix = part.replace(/\W/g, '');
    await agent.propose(`R1.own${suffix}`, null);
    expect(await told(uri)).toBe(true);

    updates.length = 0;
    await agent.through(other).propose(`R1.other${suffix}`, null);
    expect(await told(uri)).toBe(true);

    await proctor.client.unsubscribeResource({ uri });
    await pause(300);
    updates.length = 0;
    await agent.propose(`R1.more${suffix}`, null);
    await agent.through(other).propose(`R1.most${suffix}`, null);
    await pause(600);
    expect(updates).toEqual([]);
  });

  test('is not told of what was refused, for nothing changed', async () => {
    await proctor.client.subscribeResource({ uri: uriOf() });
    updates.length = 0;
    await agent.refused.propose('R9.Z', null);
    await pause(500);
    expect(updates).toEqual([]);
    await proctor.client.unsubscribeResource({ uri: uriOf() });
  });

  test('is not told of other sessions', async () => {
    await proctor.client.subscribeResource({ uri: uriOf() });
    updates.length = 0;
    const stranger = await ScriptedAgent.start(proctor, { minRoots: 1 });
    await stranger.plant('R1.A', null, 'DRILL');
    await pause(500);
    expect(updates).toEqual([]);
  });
});
