/** `proctor serve`: what an MCP client starts, or, over HTTP, what many of them call. */
import type { ProjectConfig } from '../../machines/schema/policy.js';
import { detectIsolation } from '../engine/verify/isolation.js';
import { sweepLeftRuns } from '../engine/verify/sweep.js';
import { projectProtocols } from '../store/project-protocols.js';
import { realDisk } from '../store/real-disk.js';
import { RequestLog } from '../transports/http/request-log.js';
import { serveStdio } from '../transports/stdio.js';
import { clientConfig } from './client-setup.js';
import { Refused, text, type CliCommand, type Io, type Parsed } from './command.js';
import { httpOptions, httpSettings } from './http-options.js';
import { roleNamed, rolesShown } from './role-option.js';
import { openWorkspace, type Workspace } from './workspace.js';

export const serve: CliCommand = {
  args: '',
  options: {
    as: { type: 'string', value: 'ROLE', about: `Bind this connection to a role: ${rolesShown}` },
    transcripts: { type: 'string', value: 'DIR', about: 'Where Claude Code keeps transcripts; else ~/.claude' },
    inspect: { type: 'boolean', about: 'Show the sessions live in the Stately inspector; says where on stderr' },
    'inspect-port': { type: 'string', value: 'N', about: 'The same, on this port' },
    'approved-config': { type: 'boolean', about: 'Start only with a proctor.config.json that a person approved' },
    ...httpOptions,
  },
  get notes() {
    return [
      'Clients start it themselves and end it by hanging up. Most read their configuration as',
      `  ${clientConfig()}`,
      'With --http one server is there for many clients, until Ctrl-C or SIGTERM. It prints its address on stderr. Without a token any program on this machine may call it, as the role of --as; from the first proctor token create on, calls need a token and have its role. Pages of other sites are refused either way. More in docs/http.md.',
    ];
  },
  example: 'claude mcp add proctor -- npx -y proctor-mcp serve',
  async run(args, io) {
    const role = roleNamed(text(args.values['as']) ?? 'solo');
    const http = httpSettings(args, process.stderr.isTTY);
    const log = new RequestLog(http?.log ?? 'text', io.say, () => Date.now());
    // Whatever is said while serving is said in the format of the log.
    const teller = Object.assign(Object.create(io) as Io, { say: (line: string) => log.notice(line) });
    const approvedOnly = args.values['approved-config'] === true;
    const workspace = openWorkspace(args, teller, { carriesOut: true, approvedOnly, manyClients: http !== undefined });
    const { engine, version, data } = workspace;
    const config = await checkedPolicy(workspace, io);
    const protocols = await projectProtocols(workspace.protocols, { disk: realDisk, projectDir: io.cwd, config });
    const context = { engine, protocols, version, projectDir: io.cwd, role };
    if (!http)
      teller.say(
        `proctor ${version}: serving MCP on stdio${role === 'solo' ? '' : ` as ${role}`}, sessions in ${data.dir}`,
      );
    void sayIsolation(teller);
    engine.keepTime();
    const inspector = await inspectorFor(engine, args, teller);
    try {
      // Loaded apart: a client that starts a server waits for it.
      if (http) await (await import('./serve-http.js')).runHttp(workspace, context, http, log, io);
      else await serveStdio(context);
    } finally {
      await inspector?.close();
    }
    return 0;
  },
};

/** Its code is loaded only where it is asked for: a server must start fast. */
async function inspectorFor(engine: Workspace['engine'], args: Parsed, io: Io) {
  const isWanted = args.values['inspect'] === true || args.values['inspect-port'] !== undefined;
  return isWanted ? (await import('./inspector.js')).serverInspector(engine, args, io) : undefined;
}

/** Who starts the server vouches for the config, unless a person's approval is demanded. */
async function checkedPolicy({ engine }: Workspace, io: Io): Promise<ProjectConfig> {
  const { hash, config } = await engine.policyOf(io.cwd);
  if (hash !== 'unapproved') return config;
  throw new Refused(
    'CONFIG_NOT_APPROVED',
    'No person has approved proctor.config.json as it is.',
    'Read it, then run on a terminal: proctor approve --config',
  );
}

/** Missing tools are said once, and never hold up the first call. */
async function sayIsolation(io: Io): Promise<void> {
  const { runs } = await sweepLeftRuns();
  if (runs > 0) io.say(`proctor: ended ${runs} runs that a killed server had left behind`);
  io.say(`proctor: ${(await detectIsolation()).line}`);
}
