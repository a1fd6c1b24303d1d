/**
 * `proctor serve` and the other commands as calls within this process. End-to-end tests start the built program; here
 * they get these instead, so that a mutant is in force in what they test and nothing has to be built or started.
 */
import { homedir } from 'node:os';
import { parseArgs } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CliCommand, Io } from '../cli/command.js';
import { commonOptions } from '../cli/help.js';
import { roleNamed } from '../cli/role-option.js';
import { run } from '../cli/run.js';
import { serve } from '../cli/serve.command.js';
import { openWorkspace } from '../cli/workspace.js';
import { projectProtocols } from '../store/project-protocols.js';
import { realDisk } from '../store/real-disk.js';
import type { connect as connectOverStdio } from './proctor-client.js';
import { proctorOn } from './proctor-client.js';
import type { CliOptions, CliResult } from './run-cli.js';
import { createMcpServer } from '../transports/mcp-server.js';

type Given = Pick<Io, 'out' | 'say' | 'env' | 'cwd'> & { readonly input: string };

const ioOf = ({ input, ...given }: Given): Io => ({
  ...{ terminal: false, color: false, width: 100, height: 24, user: 'tester', tty: undefined, ask: undefined },
  home: given.env['HOME'] ?? homedir(),
  read: async () => input,
  untilStopped: () => new AbortController().signal,
  ...given,
});

export const connect: typeof connectOverStdio = async (dataDir, args, place) => {
  const { cwd = process.cwd(), env = {} } = place ?? {};
  let stderr = '';
  const say = (line: string) => void (stderr += `${line}\n`);
  const io = ioOf({ out: say, say, cwd, env: { ...process.env, ...env }, input: '' });
  const options: CliCommand['options'] = { ...serve.options, ...commonOptions };
  const { values } = parseArgs({ args: ['--data', dataDir, ...(args ?? [])], options });
  if ('http' in values || 'inspect' in values) throw new Error('only a process of its own listens');
  const approvedOnly = values['approved-config'] === true;
  const workspace = openWorkspace({ values }, io, { carriesOut: true, approvedOnly });
  const { engine, version } = workspace;
  const { config } = await engine.policyOf(cwd);
  const protocols = await projectProtocols(workspace.protocols, { disk: realDisk, projectDir: cwd, config });
  const role = roleNamed(typeof values['as'] === 'string' ? values['as'] : 'solo');
  const { mcp, idle } = createMcpServer({ engine, protocols, version, projectDir: cwd, role });
  engine.keepTime();
  const client = new Client({ name: 'journey', version: '1' });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const send = ours.send.bind(ours);
  // As on the wire, where what is undefined is not there.
  ours.send = async (message, options) => send(JSON.parse(JSON.stringify(message)) as typeof message, options);
  await Promise.all([mcp.connect(theirs), client.connect(ours)]);
  const proctor = proctorOn(client, { dataDir, pid: process.pid, stderr: () => stderr });
  return {
    ...proctor,
    close: async () => {
      await idle();
      await proctor.close();
      await engine.close();
    },
  };
};

export async function runCli(args: readonly string[], options: CliOptions): Promise<CliResult> {
  const { dataDir, cwd, env, input = '' } = options;
  if (typeof input !== 'string' || options.interruptAt !== undefined || options.onceShown !== undefined)
    throw new Error('only a process of its own can be interrupted');
  let [out, err] = ['', ''];
  const { FORCE_COLOR: _force, NO_COLOR: _none, ...inherited } = process.env;
  const io = ioOf({
    ...{ cwd, env: { ...inherited, PROCTOR_DATA: dataDir, ...env }, input },
    out: (line) => void (out += `${line}\n`),
    say: (line) => void (err += `${line}\n`),
  });
  return { code: await run(args, io), out, err };
}
