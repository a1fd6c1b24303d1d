/**
 * Lets a real Claude Code take one step of an investigation: it connects to the built Proctor, proposes a node, starts a
 * sub-agent for it and commits what that found, under a project that asks for H2. `npm run real:claude`; with `--keep` the
 * sub-agent's transcript becomes the fixture of the tests. Needs a package registry (360 MB, fetched into a temporary
 * folder and removed again; `PROCTOR_CLAUDE` names a program that is there already), `unshare` and `ip`. The client itself
 * runs without any network, with an empty home and a scripted model, for two minutes at most. Not part of the tests.
 */
import assert from 'node:assert';
import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mainFile, temporaryDir } from '../src/testing/proctor-client.js';
import { keepTranscript } from './keep-transcript.js';
import { scriptedModel, type Asked, type Block } from './scripted-model.js';

const version = '2.1.325';
const clientPackage = `@anthropic-ai/claude-code-linux-x64@${version}`;
const installMsMax = 300_000;
const runMsMax = 120_000;
const self = fileURLToPath(import.meta.url);
const node = 'R1.A';
const tools = ['tot_start', 'tot_propose', 'tot_commit', 'tot_status'];

async function run(program: string, args: readonly string[], options: { ms: number; cwd?: string; env?: object }) {
  const { ms, cwd, env } = options;
  const more = { ...(cwd === undefined ? {} : { cwd }), ...(env === undefined ? {} : { env: { ...env } }) };
  const child = spawn(program, args, {
    ...more,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: ms,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  );
  return { code, said };
}

async function fetched(dir: string): Promise<string> {
  if (process.env['PROCTOR_CLAUDE'] !== undefined) return process.env['PROCTOR_CLAUDE'];
  const args = ['install', '--prefix', dir, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', clientPackage];
  const { code, said } = await run('npm', args, { ms: installMsMax });
  assert.strictEqual(code, 0, `npm could not install ${clientPackage}: ${said}`);
  return join(dir, 'node_modules/@anthropic-ai/claude-code-linux-x64/claude');
}

/** What each tool call of a conversation was answered, by the call's id. */
function resultsIn({ messages = [] }: Asked): Map<string, string> {
  const blocks = messages.flatMap(({ content }) =>
    Array.isArray(content) ? (content as Record<string, unknown>[]) : [],
  );
  return new Map(
    blocks
      .filter(({ type }) => type === 'tool_result')
      .map(({ tool_use_id: id, content }) => [String(id), typeof content === 'string' ? content : textsIn(content)]),
  );
}

const textsIn = (content: unknown): string => (content as { text?: string }[]).map(({ text = '' }) => text).join('\n');

const say = (text: string): Block[] => [{ type: 'text', text }];
const call = (id: string, name: string, input: object): Block[] => [{ type: 'tool_use', id, name, input }];
const proctor = (tool: string, input: object) => call(tool, `mcp__proctor__${tool}`, input);

/** The next turn of whoever asks: the sub-agent is known by its prompt. */
function turn(asked: Asked, project: string): Block[] {
  if ((asked.tools?.length ?? 0) < 3) return say('ok');
  const results = resultsIn(asked);
  if (JSON.stringify(asked.messages?.[0] ?? '').includes(`Your node is ${node}`))
    return results.has('look')
      ? say('The cache is empty.')
      : call('look', 'Read', { file_path: `${project}/cache.txt` });
  if (!results.has('search'))
    return call('search', 'ToolSearch', {
      query: `select:${tools.map((tool) => `mcp__proctor__${tool}`).join(',')}`,
    });
  const started = results.get('tot_start');
  if (started === undefined) return proctor('tot_start', { query: 'Why is it slow?', protocol: 'single-root' });
  const { sessionId } = JSON.parse(started) as { sessionId: string };
  if (!results.has('tot_propose')) {
    const nodes = [{ id: node, parent: null, title: 'The cache', plannedAction: 'Read what is in it.' }];
    return proctor('tot_propose', { sessionId, nodes });
  }
  const launched = results.get('agent');
  if (launched === undefined) {
    const prompt = `Your node is ${node}: read cache.txt and say what is in it.`;
    return call('agent', 'Agent', { description: `Look at ${node}`, prompt, subagent_type: 'general-purpose' });
  }
  if (!JSON.stringify(asked.messages).includes('<task-notification>')) return say('I wait for the agent.');
  if (!results.has('tot_commit')) {
    const agentId = /agentId: (\w+)/.exec(launched)?.[1];
    const findings = 'The cache is empty, so every call goes to the disk.';
    const result = { nodeId: node, state: 'EXPLORE', findings, alternativesConsidered: ['A slow disk'], agentId };
    return proctor('tot_commit', { sessionId, results: [result] });
  }
  return results.has('tot_status') ? say('Done.') : proctor('tot_status', { sessionId, nodeId: node });
}

/** Without a network: the client, its Proctor and the model talk over loopback alone. */
async function inside(work: string, program: string): Promise<void> {
  const [home, project] = [join(work, 'home'), join(work, 'project')];
  for (const dir of [home, project]) await mkdir(dir, { recursive: true });
  await writeFile(join(project, 'cache.txt'), 'nothing is in the cache\n');
  await writeFile(join(project, 'proctor.config.json'), JSON.stringify({ levels: { node: 'H2' } }));
  const server = { command: process.execPath, args: [mainFile, 'serve', '--data', join(work, 'data')] };
  await writeFile(join(work, 'mcp.json'), JSON.stringify({ mcpServers: { proctor: server } }));
  const answers = new Map<string, string>();
  const model = await scriptedModel((asked) => {
    for (const [id, text] of resultsIn(asked)) answers.set(id, text);
    return turn(asked, project);
  });
  const args = ['-p', 'Investigate why it is slow.', '--output-format', 'stream-json', '--verbose'];
  const config = ['--mcp-config', join(work, 'mcp.json'), '--allowedTools', 'Read', 'Agent', 'mcp__proctor__*'];
  const { PATH } = process.env;
  const own = { PATH, HOME: home, TMPDIR: work, CLAUDE_CODE_TMPDIR: work };
  const quiet = { DISABLE_AUTOUPDATER: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' };
  const env = { ...own, ...quiet, ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'dummy' };
  const { code, said } = await run(program, [...args, ...config], { ms: runMsMax, cwd: project, env });
  model.close();
  assert.strictEqual(code, 0, `the client ended with ${code}:\n${said.slice(-4000)}`);
  for (const [id, text] of answers) process.stdout.write(`${id}: ${text.replace(/\s+/g, ' ').slice(0, 600)}\n`);
  const { status } = JSON.parse(answers.get('tot_commit') ?? '{}') as { status?: string };
  const { node: seen } = JSON.parse(answers.get('tot_status') ?? '{}') as { node?: { evidenceLevel?: string } };
  process.stdout.write(
    `\nClaude Code ${version}: the commit was ${status}, its agent is known at ${seen?.evidenceLevel}\n`,
  );
  process.exitCode = status === 'OK' && seen?.evidenceLevel === 'H2' ? 0 : 1;
}

async function outside(): Promise<void> {
  const work = await temporaryDir('proctor-real-claude-');
  try {
    const program = await fetched(join(work.path, 'client'));
    const user = process.getuid?.() === 0 ? '-n' : '-rn';
    const again = [process.execPath, '--import', 'tsx', self, '--inside', work.path, program];
    const loopback = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
    const { code, said } = await run('unshare', [user, ...loopback, ...again], { ms: runMsMax + 10_000 });
    process.stdout.write(said);
    if (process.argv.includes('--keep')) await keepTranscript(work.path, version);
    process.exitCode = code ?? 1;
  } finally {
    await work.remove();
  }
}

const [at, work = '', program = ''] = process.argv.slice(2);
if (at === '--inside') await inside(work, program);
else await outside();
