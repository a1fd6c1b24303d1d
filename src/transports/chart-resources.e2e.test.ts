/** The charts as resources, read by a real client: an agent can look at the rules before it meets them. */
import { readFile } from 'node:fs/promises';
import { oneServer } from '../testing/one-server.js';

const proctor = oneServer();
const names = ['session', 'round', 'node', 'ticket', 'gate', 'classic', 'single-root'];

test('are listed, with templates for each form', async () => {
  const { resources } = await proctor.client.listResources();
  expect(resources.filter(({ uri }) => uri.startsWith('chart:')).map(({ uri }) => uri)).toEqual(
    names.map((name) => `chart://${name}.json`),
  );
  const { resourceTemplates } = await proctor.client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
    expect.arrayContaining(['json', 'mmd', 'svg'].map((form) => `chart://{name}.${form}`)),
  );
});

test.each([
  ['json', 'application/json'],
  ['mmd', 'text/vnd.mermaid'],
  ['svg', 'image/svg+xml'],
])('are what is committed, as %s', async (form, mimeType) => {
  for (const name of names) {
    const uri = `chart://${name}.${form}`;
    const { contents } = await proctor.client.readResource({ uri });
    const text = await readFile(new URL(`../../docs/charts/${name}.${form}`, import.meta.url), 'utf8');
    expect(contents).toEqual([{ uri, mimeType, text }]);
  }
});

test('complete their names', async () => {
  const complete = async (value: string) => {
    const ref = { type: 'ref/resource', uri: 'chart://{name}.svg' } as const;
    return (await proctor.client.complete({ ref, argument: { name: 'name', value } })).completion.values;
  };
  expect(await complete('')).toEqual(names);
  expect(await complete('s')).toEqual(['session', 'single-root']);
  expect(await complete('../')).toEqual([]);
});

test('can be followed, though they never change; others are not there', async () => {
  await proctor.client.subscribeResource({ uri: 'chart://gate.svg' });
  await proctor.client.unsubscribeResource({ uri: 'chart://gate.svg' });
  for (const uri of ['chart://nothing.json', 'chart://node.html', 'chart://../package.json', 'chart://node.json?x'])
    await expect(proctor.client.readResource({ uri })).rejects.toMatchObject({ code: -32002 });
});
