/**
 * Tokens bound to roles, on the real server. Its bug, to a user: somebody gets in who should not, an agent approves its
 * own work under another role, or a token that leaked goes on working after it was revoked.
 */
import { readdir, readFile, rename, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Repo } from '../../testing/git-repo.js';
import { makeToken, noAgent, serveHttp, tokenId, type HttpProcess } from '../../testing/http-process.js';
import { realDisk } from '../../store/real-disk.js';
import { Tokens } from '../../store/tokens.js';
import { temporaryDir } from '../../testing/proctor-client.js';
import { runCli } from '../../testing/run-cli.js';
import { runOnTerminal } from '../../testing/run-on-terminal.js';
import { addProject, right, sourceFile, TicketTeam } from '../../testing/ticket-team.js';

let repo: Repo;
let data: Awaited<ReturnType<typeof temporaryDir>>;
let server: HttpProcess;

beforeAll(async () => {
  repo = await addProject({ config: { independence: 'connection' } });
  data = await temporaryDir();
  server = await serveHttp(data.path, [], { cwd: repo.dir });
});

afterAll(async () => {
  await server.stop();
  await Promise.all([repo.rm(), data.remove()]);
});

const cli = async (...args: string[]) => runCli(args, { cwd: repo.dir, dataDir: data.path, env: noAgent });
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

/** Status and code of a bare request with this in Authorization. */
async function knock(authorization?: string, path = '/mcp') {
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const isGet = path === '/metrics';
  const answer = isGet ? await fetch(`${server.url}${path}`, { headers }) : await server.post(ping, headers);
  const text = await answer.text();
  return answer.ok ? answer.status : [answer.status, JSON.parse(text).error.data.error];
}

test('before the first token all programs of this machine may come, from then on none without one', async () => {
  expect(await knock()).toBe(200);
  expect(await knock(undefined, '/metrics')).toBe(200);
  expect(await knock('Bearer something')).toEqual([401, 'TOKEN_REFUSED']);
  const token = await makeToken(data.path, 'solo');
  expect(await knock()).toEqual([401, 'TOKEN_REQUIRED']);
  expect(await knock(undefined, '/metrics')).toEqual([401, 'TOKEN_REQUIRED']);
  expect(await knock(`Bearer ${token}`)).toBe(200);
  expect(await knock(`bearer  ${token}`, '/metrics')).toBe(200);
  for (const open of ['/healthz', '/readyz']) expect((await fetch(`${server.url}${open}`)).status).toBe(200);
  // Also when the only one there was has gone, and even the directory it lay in.
  expect((await cli('token', 'revoke', tokenId(token))).code).toBe(0);
  expect(await knock()).toEqual([401, 'TOKEN_REQUIRED']);
  await rename(join(data.path, 'tokens'), join(data.path, 'elsewhere'));
  expect(await knock()).toEqual([401, 'TOKEN_REQUIRED']);
  await rename(join(data.path, 'elsewhere'), join(data.path, 'tokens'));
});

test('a token that is wrong, of another place, revoked or past its time is refused at once', async () => {
  const token = await makeToken(data.path, 'executor');
  const other = await makeToken(data.path, 'executor');
  const [id, secret] = [tokenId(token), token.slice(-43)];
  const letter = secret.startsWith('A') ? 'B' : 'A';
  for (const wrong of [
    ...[token.slice(0, -1), `${token}A`, token.replace(secret, letter + secret.slice(1)), token.toUpperCase()],
    ...[`proctor_${tokenId(other)}_${secret}`, `proctor_${'a'.repeat(12)}_${secret}`, `proctor_../../../etc_${secret}`],
  ])
    expect(await knock(`Bearer ${wrong}`)).toEqual([401, 'TOKEN_REFUSED']);
  for (const scheme of [`Basic ${token}`, token, `Bearer ${token} ${token}`, 'Bearer', ''])
    expect(await knock(scheme)).toEqual([401, 'TOKEN_REFUSED']);
  expect(await knock(`Bearer ${token}`)).toBe(200);
  expect((await cli('token', 'revoke', id)).out).toContain('Revoked');
  expect(await knock(`Bearer ${token}`)).toEqual([401, 'TOKEN_REFUSED']);
  expect(await knock(`Bearer ${other}`)).toBe(200);
  expect((await cli('token', 'revoke', id)).err).toContain('revoked already');
  expect(await cli('token', 'revoke', 'nobody')).toMatchObject({ code: 1, out: '' });
  await expect(server.connect(token)).rejects.toThrow(/revoked/);
  const earlier = new Tokens(realDisk, data.path, () => Date.now() - 60_000);
  const { bearer } = await earlier.create({ role: 'executor', name: '', lastsMs: 59_000 });
  await expect(server.connect(bearer)).rejects.toThrow(/time of this token is over/);
});

test('the secret is shown once, kept as a hash that only its owner may read, and never logged', async () => {
  const token = await makeToken(data.path, 'architect', ['--name', 'night \u001b[31mshift', '--expires', '12h']);
  expect(await knock(`Bearer ${token}`)).toBe(200);
  expect(await knock(`Bearer ${token.slice(0, -1)}`)).toEqual([401, 'TOKEN_REFUSED']);
  const dir = join(data.path, 'tokens');
  for (const name of await readdir(dir)) {
    expect(await readFile(join(dir, name), 'utf8')).not.toContain(token.slice(-43));
    expect((await stat(join(dir, name))).mode & 0o077).toBe(0);
  }
  await server.logged(({ token: id, status }) => id === tokenId(token) && status === 200);
  expect(server.stderr()).not.toContain(token.slice(-42));
  const { out } = await cli('token', 'list');
  expect(out).toMatch(new RegExp(`^${tokenId(token)}  live +architect +made .*11 h left`, 'm'));
  expect(out).not.toContain('\u001b');
  const { tokens } = JSON.parse((await cli('token', 'list', '--json')).out);
  const states = new Set(tokens.map(({ state }: { state: string }) => state));
  expect(states).toEqual(new Set(['live', 'revoked', 'expired']));
  expect(JSON.stringify(tokens)).not.toContain('hash');
});

test('each token sees and may do what its role may, known by its connection', async () => {
  const roles = ['orchestrator', 'architect', 'executor'] as const;
  const [orchestrator, architect, executor] = await Promise.all(
    roles.map(async (role) => server.connect(await makeToken(data.path, role))),
  );
  const names = (await architect!.client.listTools()).tools.map(({ name }) => name);
  expect(names.filter((name) => name.startsWith('ticket_'))).toEqual([
    'ticket_review',
    'ticket_escalate',
    'ticket_status',
  ]);
  const team = await TicketTeam.at(orchestrator!);
  await repo.write({ [sourceFile]: right });
  expect((await team.through(architect!).submit(1)).codes).toEqual(['WRONG_ROLE']);
  expect((await team.through(executor!).submit(1, { by: undefined })).data.gate.status).toBe('REVIEWING');
  expect((await team.through(executor!).review({ by: { role: 'architect', agentId: 'x' } })).codes).toEqual([
    'WRONG_ROLE',
  ]);
  expect((await team.through(architect!).review({ by: undefined })).data.ticket).toMatchObject({
    status: 'impl_complete',
    independence: 'connection',
  });
});

test('only a person at a terminal makes a token, or a script that names the data directory; the list tells which', async () => {
  const place = { cwd: repo.dir, dataDir: data.path };
  const make = ['token', 'create', '--as', 'architect', '--name', 'mine'];
  const made = async () => JSON.parse((await cli('token', 'list', '--json')).out).tokens.length;
  const before = await made();
  const refused = async (args: readonly string[], env: Record<string, string> = {}) => {
    const { code, out, err } = await runCli([...make, ...args], { ...place, env: { ...noAgent, ...env } });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    return err.replace(/\s+/g, ' ');
  };
  expect(await refused([])).toContain('only a person gives one, at a terminal');
  expect(await refused([], { PROCTOR_PROVISION: data.path })).toContain('only a person gives one');
  for (const named of ['', '1', 'true', repo.dir])
    expect(await refused(['--provision'], { PROCTOR_PROVISION: named })).toContain('does not name the data directory');
  expect(await refused(['--provision'], { PROCTOR_PROVISION: data.path, CLAUDECODE: '1' })).toContain('CLAUDECODE');
  const asked = 'Type architect';
  expect((await runOnTerminal(make, { ...place, answers: [[asked, 'yes']] })).code).toBe(1);
  const marked = await runOnTerminal(make, { ...place, env: { CLAUDECODE: '1' }, answers: [[asked, 'architect']] });
  expect(marked.code).toBe(1);
  expect(await made()).toBe(before);
  const { code, screen } = await runOnTerminal(make, { ...place, answers: [[asked, 'architect']] });
  expect(code).toBe(0);
  const token = /proctor_\w+/.exec(screen)?.[0] ?? '';
  const script = await makeToken(data.path, 'executor');
  const { out } = await cli('token', 'list');
  const user = userInfo().username;
  expect(out).toMatch(new RegExp(`^${tokenId(token)} .*  by ${user}  mine$`, 'm'));
  expect(out).toMatch(new RegExp(`^${tokenId(script)} .*  provisioned by ${user}$`, 'm'));
});

test('an agent is not given a token, and wrong use is told apart from refusals', async () => {
  const { code, err, out } = await runCli(['token', 'create', '--as', 'architect'], {
    ...{ cwd: repo.dir, dataDir: data.path },
    env: { ...noAgent, CLAUDECODE: '1' },
  });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain('CLAUDECODE is set');
  const wrong = [
    'create',
    'create --as emperor',
    'create --as solo --expires 367d',
    'revoke',
    'list x',
    'steal',
    'constructor',
  ];
  const codes = await Promise.all(wrong.map(async (args) => (await cli('token', ...args.split(' '))).code));
  expect(codes).toEqual(wrong.map(() => 2));
});
