/** What a person and a script get from the real process: looking at sessions, exporting them, being told what is wrong. */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { acts, colours, hostileTexts } from '../testing/hostile-text.js';
import { connect, temporaryDir, type ProctorClient } from '../testing/proctor-client.js';
import { runCli, type CliOptions } from '../testing/run-cli.js';
import { ScriptedAgent } from '../testing/scripted-agent.js';

const query = 'Why does the cache return stale rows?';
const hostile = '\u001b[31mred \u009b2J \u202Etfel ot thgir\u202C \u0007 \u200Bhidden';

let dir: Awaited<ReturnType<typeof temporaryDir>>;
let dataDir: string;
let here: string;
let elsewhere: string;
let proctor: ProctorClient;
let solved: ScriptedAgent;
let open: ScriptedAgent;

const cli = async (args: string, more: Partial<CliOptions> = {}) =>
  runCli(args.split(' ').filter(Boolean), { cwd: here, dataDir, ...more });
const json = async (args: string) => JSON.parse((await cli(`${args} --json`)).out);

beforeAll(async () => {
  dir = await temporaryDir('proctor-cli-');
  [dataDir, here, elsewhere] = [join(dir.path, 'data'), join(dir.path, 'here'), join(dir.path, 'elsewhere')];
  await mkdir(join(here, 'src'), { recursive: true });
  await mkdir(elsewhere);
  proctor = await connect(dataDir);
  solved = await ScriptedAgent.start(proctor, { query, minRoots: 1, projectDir: here });
  await solved.refused.end();
  await solved.plant('R1.A', null, 'DRILL');
  await solved.plant('R2.A R2.B R2.C', 'R1.A', 'VERIFY VERIFY DEAD');
  await solved.plant('R3.A', 'R2.A', 'VALID_PENDING');
  await solved.plant('R3.B', 'R2.B', 'DEAD');
  await solved.plant('R4.A', 'R3.A', 'VALID');
  await solved.end();
  open = await ScriptedAgent.start(proctor, { query: hostile, projectDir: here });
  const texts = hostileTexts.filter((text) => text.trim() !== '').slice(0, 5);
  const nodes = [hostile, ...texts].slice(0, 5).map((title, at) => ({ id: `R1.${'ABCDE'[at]}`, parent: null, title }));
  await open.call('tot_propose', { nodes: nodes.map((node) => ({ ...node, plannedAction: 'Look.' })) });
  await ScriptedAgent.start(proctor, { query: 'Elsewhere?', projectDir: elsewhere });
});

afterAll(async () => {
  await proctor.close();
  await dir.remove();
});

describe('proctor itself', () => {
  test('explains what it is, how to add it and where its data lies, in lines that fit', async () => {
    const { code, out } = await cli('--help');
    expect(code).toBe(0);
    for (const said of ['claude mcp add proctor', 'codex mcp add proctor', '.cursor/mcp.json', dataDir, 'PROCTOR_DATA'])
      expect(out).toContain(said);
    const wide = out.split('\n').filter((line) => line.length > 80 && !/mcp|Sessions are stored/.test(line));
    expect(wide).toEqual([]);
  });

  test('with piped stdin it serves, options or not, and ends when the client hangs up', async () => {
    for (const args of ['', `--data ${dataDir}`]) {
      const { code, out, err } = await cli(args);
      expect({ code, out }).toEqual({ code: 0, out: '' });
      expect(err).toContain('serving MCP on stdio');
    }
  });

  test('lists every command there is, and each shows its options and an example', async () => {
    const files = await readdir(new URL('.', import.meta.url));
    const names = files.flatMap((file) => /^(.+)\.command\.ts$/.exec(file)?.[1] ?? []);
    const { out } = await cli('help');
    for (const name of names) {
      expect(out).toMatch(new RegExp(`^  ${name} +[A-Z]`, 'm'));
      const help = await cli(`${name} --help`);
      expect(help).toMatchObject({ code: 0, err: '' });
      expect(help.out).toMatch(/^Options$/m);
      expect(help.out).toMatch(/^Example\n {2}\S/m);
    }
    expect(names.length).toBeGreaterThanOrEqual(9);
  });

  test('says its version', async () => {
    const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await cli('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });
  });

  test.each([
    ['frobnicate', 'no command'],
    ['status --frobnicate', "Unknown option '--frobnicate'"],
    ['status --data', 'argument'],
    ['status a b', 'too many'],
    ['audit', '<session> is missing'],
    ['export s-x', '--format is missing'],
    ['export s-x --format png', 'no format'],
    ['export s-x --out tree.png', 'no format'],
    ['replay s-x --to -1', 'argument'],
    ['replay s-x --to=0', 'number of a record'],
    ['status --watch --json', 'do not go together'],
    ['constructor', 'no command'],
  ])('%s is a usage error that points to the help', async (args, said) => {
    const { code, out, err } = await cli(args);
    expect(code).toBe(2);
    expect(err).toContain(said);
    expect(err).toMatch(/proctor( \w+)? --help/);
    expect(out === '' || JSON.parse(out).error.code === 'USAGE').toBe(true);
  });

  test('a session that is not there, or could be several, is refused', async () => {
    expect(await cli('status s-zzzz')).toMatchObject({ code: 1, out: '' });
    expect((await cli('status s-')).err).toMatch(/could be s-\w+, s-\w+/);
    expect(await json('status s-zzzz')).toMatchObject({ error: { code: 'SESSION_NOT_FOUND' } });
    const evil = await cli('audit \u009b31m\u202e');
    expect(evil.err).not.toMatch(acts);
  });

  test('a store that cannot be used is a fault', async () => {
    const broken = join(dir.path, 'broken');
    await mkdir(join(broken, 'sessions', 's-aaaaaaaaaaaaaaaaaaaa', 'journal.jsonl'), { recursive: true });
    const { code, err } = await cli('audit s-a', { dataDir: broken });
    expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining('EISDIR') });
    await mkdir(join(broken, 'sessions', 's-bbbbbbbbbbbbbbbbbbbb'));
    const list = await cli('status', { dataDir: broken });
    expect(list).toMatchObject({ code: 0, out: expect.stringMatching(/✕ s-a{20}: Could not open/) });
    expect(list.out).not.toContain('s-bb');
  });
});

describe('proctor status', () => {
  test('on an empty store says what to do', async () => {
    const { code, out } = await cli('status', { dataDir: join(dir.path, 'none') });
    expect(code).toBe(0);
    for (const said of ['No sessions yet', 'claude mcp add', 'proctor demo']) expect(out).toContain(said);
  });

  test('lists the sessions of this project, open ones first, also from below its directory', async () => {
    const { out } = await cli('status', { cwd: join(here, 'src') });
    const rows = out.split('\n').filter((line) => line.startsWith('s-'));
    expect(rows.map((row) => row.split(/\s+/)[2])).toEqual(['open', 'solved']);
    expect(rows[1]).toMatch(/ 4 +7 .*stale rows/);
    expect(out).toContain('1 session in other projects');
    expect(out).not.toContain('Elsewhere?');
  });

  test('--all lists every project', async () => {
    const { out } = await cli('status --all');
    expect(out.indexOf(here)).toBeGreaterThan(0);
    expect(out.indexOf(elsewhere)).toBeGreaterThan(out.indexOf(here));
    expect((await json('status --all')).sessions).toHaveLength(3);
    expect((await json('status')).sessions).toHaveLength(2);
  });

  test('shows a session by the beginning of its id: query, standing, tree', async () => {
    const { code, out } = await cli(`status ${solved.sessionId.slice(0, 9)}`);
    expect(code).toBe(0);
    for (const said of [query, solved.sessionId, 'multi-gate', 'round 4', '7 nodes', 'solved', '└─ ✓ valid    R4.A'])
      expect(out).toContain(said);
    expect((await cli(`status ${solved.sessionId.slice(2, 12)}`)).out).toContain(query);
  });

  test('says what stands between an open one and its end, and what comes next', async () => {
    const { out } = await cli(`status ${open.sessionId}`);
    expect(out).toMatch(/end +✕ not yet\n +· /);
    expect(out).toMatch(/next +Work on R1.A/);
  });

  test('--ascii and NO_COLOR hold; FORCE_COLOR colours', async () => {
    const ascii = await cli(`status ${solved.sessionId} --ascii`);
    expect(ascii.out).toMatch(/^[ -~\n]+$/);
    const colour = await cli(`status ${solved.sessionId}`, { env: { FORCE_COLOR: '1' } });
    expect(colour.out.match(colours)?.length).toBeGreaterThan(20);
    const none = await cli(`status ${solved.sessionId}`, { env: { FORCE_COLOR: '1', NO_COLOR: '1' } });
    expect(none.out).not.toMatch(acts);
  });

  test('--json is the overview with the head', async () => {
    const { head, ...overview } = await json(`status ${solved.sessionId}`);
    expect(overview).toMatchObject({ sessionId: solved.sessionId, outcome: 'solved', totalNodes: 7, damage: null });
    expect(head).toBe((await solved.status()).head);
  });

  test('--watch draws again when the journal grows, and ends with Ctrl-C', async () => {
    const watched = await ScriptedAgent.start(proctor, { query: 'Watched?', minRoots: 1, projectDir: elsewhere });
    const propose = () => void watched.propose('R1.Z', null);
    const { code, out, err } = await cli(`status ${watched.sessionId} --watch`, {
      interruptAt: 'R1.Z',
      onceShown: ['Watched?', propose],
    });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out.match(/^Watched\?$/gm)?.length).toBe(2);
    expect(await cli(`status --watch`, { interruptAt: 'solved' })).toMatchObject({ code: 0, err: '' });
  });

  test('--watch of an ended session shows it and is done', async () => {
    expect(await cli(`status ${solved.sessionId} --watch`)).toMatchObject({ code: 0 });
  });
});

describe('text from agents', () => {
  test.each(['status', 'status SESSION', 'replay SESSION', 'status SESSION --ascii', 'audit SESSION'])(
    '%s cannot act on a terminal',
    async (args) => {
      const { out, err } = await cli(args.replace('SESSION', open.sessionId), { env: { FORCE_COLOR: '1' } });
      expect(out.replace(colours, '')).not.toMatch(acts);
      expect(err).not.toMatch(acts);
    },
  );

  test.each(['status', 'status SESSION', 'replay SESSION', 'export SESSION'])(
    '%s --json holds it unchanged, and cannot act on a terminal either',
    async (args) => {
      const { out } = await cli(`${args.replace('SESSION', open.sessionId)} --json`);
      expect(out).not.toMatch(acts);
      expect(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify(hostile));
    },
  );
});

describe('proctor export', () => {
  test.each([
    ['dot', /^digraph Investigation \{/],
    ['mermaid', /^flowchart TD/],
    ['svg', /^<svg /],
    ['outline', /^R1\.A DRILL /],
  ])('writes %s to stdout', async (format, begins) => {
    const { code, out, err } = await cli(`export ${solved.sessionId} --format ${format}`);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(begins);
  });

  test('json holds every node in full, the ending and the head', async () => {
    const { overview, nodes, ending, head } = await json(`export ${solved.sessionId}`);
    expect(overview.query).toBe(query);
    expect(nodes.map(({ nodeId }: { nodeId: string }) => nodeId)).toEqual([
      'R1.A',
      'R2.A',
      'R2.B',
      'R2.C',
      'R3.A',
      'R3.B',
      'R4.A',
    ]);
    const { proposedAt: _proposed, committedAt: _committed, ...told } = await solved.node('R3.A');
    expect(nodes[4]).toMatchObject(told);
    expect(ending).toMatchObject({ outcome: 'solved', solutions: [{ nodeId: 'R3.A' }] });
    expect(head).toBe((await solved.status()).head);
  });

  test('writes a file by its ending, and never over another one silently', async () => {
    const path = join(here, 'tree.svg');
    expect(await cli(`export ${solved.sessionId} --out tree.svg`)).toMatchObject({ code: 0, out: '' });
    expect(await readFile(path, 'utf8')).toContain('</svg>');
    await writeFile(path, 'mine');
    const refused = await cli(`export ${solved.sessionId} --out tree.svg --json`);
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out).error.code).toBe('FILE_EXISTS');
    expect(await readFile(path, 'utf8')).toBe('mine');
    expect((await cli(`export ${solved.sessionId} --out tree.svg --force`)).code).toBe(0);
    expect(await readFile(path, 'utf8')).toContain('</svg>');
    expect((await cli(`export ${solved.sessionId} --out no/such/tree.svg`)).code).toBe(1);
    expect((await cli(`export ${solved.sessionId} --out ${here} --format dot`)).code).toBe(1);
  });
});

describe('proctor charts', () => {
  test('lists the charts with their pictures', async () => {
    const { charts } = await json('charts');
    expect(charts.map(({ id }: { id: string }) => id).join(' ')).toMatch(/^session@1 round@1 node@1 ticket@1 gate@1 /);
    for (const { picture } of charts) expect(await readFile(picture, 'utf8')).toMatch(/^<svg /);
  });

  test('writes what is committed, and again without a word', async () => {
    const committed = new URL('../../docs/charts/', import.meta.url);
    const drawn = [await cli('charts --out drawn'), await cli('charts --out drawn')];
    for (const each of drawn) expect(each).toMatchObject({ code: 0, err: '' });
    // The brief ones are the dashboard's.
    const names = (await readdir(committed)).filter((name) => !name.endsWith('.brief.svg')).sort();
    const written = (await readdir(join(here, 'drawn'))).filter((name) => !name.endsWith('.html'));
    expect(written.sort()).toEqual(names);
    for (const name of names)
      expect(await readFile(join(here, 'drawn', name), 'utf8')).toBe(await readFile(new URL(name, committed), 'utf8'));
    await writeFile(join(here, 'drawn', names[0]!), 'mine');
    expect((await cli('charts --out drawn')).code).toBe(1);
    expect((await cli('charts --out drawn --force')).code).toBe(0);
  });
});
