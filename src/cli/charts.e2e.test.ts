/** The pages of the charts: complete, self-contained, and handed to whatever opens files on this machine. */
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { temporaryDir } from '../testing/proctor-client.js';
import { runCli } from '../testing/run-cli.js';
import { until } from '../testing/until.js';

let here: Awaited<ReturnType<typeof temporaryDir>>;
let desktop: typeof here;

beforeAll(async () => {
  here = await temporaryDir();
  desktop = await temporaryDir();
});

afterAll(async () => {
  await here.remove();
  await desktop.remove();
});

const dataDir = () => join(here.path, 'data');
const cli = (args: string, env: Record<string, string> = {}) =>
  runCli(args.split(' '), { cwd: here.path, dataDir: dataDir(), env });
const read = (name: string) => readFile(join(here.path, 'pages', name), 'utf8');

test('there is a page for each chart, and one that leads to them', async () => {
  expect((await cli('charts --out pages')).code).toBe(0);
  const committed = await readdir(new URL('../../docs/charts/', import.meta.url));
  const names = committed.filter((name) => name.endsWith('.json')).map((name) => name.replace('.json', '.html'));
  expect((await readdir(join(here.path, 'pages'))).filter((name) => name.endsWith('.html')).sort()).toEqual(
    [...names, 'index.html'].sort(),
  );
  const index = await read('index.html');
  for (const name of names) expect(index).toContain(`<a href="${name}">`);
});

test('a page has the picture, every state, event and refusal with its reason, and the JSON', async () => {
  const page = await read('node.html');
  for (const part of ['<svg ', 'PROPOSED', 'reclassify.VALID_PENDING', 'STATE_LOCKED(VALID)', 'CLAIMS_EXHAUSTED'])
    expect(page).toContain(part);
  const why = /<code>CLAIMS_EXHAUSTED<\/code><\/th><td>([^<]+)</.exec(page)?.[1];
  expect(why?.length).toBeGreaterThan(20);
  const json = /<pre>(\{[^]*?)<\/pre>/.exec(page)?.[1]?.replaceAll('&quot;', '"').replaceAll('&gt;', '>');
  const chart = await readFile(new URL('../../docs/charts/node.json', import.meta.url), 'utf8');
  expect(JSON.parse(json ?? '')).toEqual(JSON.parse(chart));
});

test('no page loads anything or runs anything', async () => {
  for (const name of await readdir(join(here.path, 'pages'))) {
    if (!name.endsWith('.html')) continue;
    const page = await read(name);
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'`);
    expect(page).not.toMatch(/<script|<link|@import|url\((?!#)|\ssrc=|href="(?:https?:)?\/\//);
  }
});

test('--open hands the index to the opener, and says where it is', async () => {
  // What a desktop has under that name, as a little program that writes down what it was given. Not where Proctor is
  // started: what lies there may be the project's, and is not run.
  const bin = desktop.path;
  for (const name of ['xdg-open', 'open']) {
    await writeFile(join(bin, name), `#!/bin/sh\nprintf %s "$1" > "${here.path}/opened"\n`);
    await chmod(join(bin, name), 0o755);
  }
  const { code, out, err } = await cli('charts --open', { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` });
  expect(code).toBe(0);
  const index = join(dataDir(), 'charts', 'index.html');
  expect(err).toContain(index);
  expect(out.split('\n')).toContain(index);
  const opened = await until(() =>
    readFile(join(here.path, 'opened'), 'utf8')
      .then((text) => text || undefined)
      .catch(() => undefined),
  );
  expect(fileURLToPath(opened)).toBe(index);
  expect(opened).toBe(pathToFileURL(index).href);
});

test('where nothing opens files, the path is still told', async () => {
  const { code, err } = await cli('charts --open', { PATH: join(here.path, 'nowhere') });
  expect(code).toBe(0);
  expect(err).toMatch(/Open it yourself: .*index\.html/);
});
