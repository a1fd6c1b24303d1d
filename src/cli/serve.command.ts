/** `proctor serve`: what an MCP client starts. */
import type { ProjectConfig } from '../../machines/schema/policy.js';
import { serverRoles as roles, type Role } from '../../machines/schema/record.js';
import { detectIsolation } from '../engine/verify/isolation.js';
import { sweepLeftRuns } from '../engine/verify/sweep.js';
import { projectProtocols } from '../store/project-protocols.js';
import { realDisk } from '../store/real-disk.js';
import { serveStdio } from '../transports/stdio.js';
import { clientConfig } from './client-setup.js';
import { Refused, text, UsageError, type CliCommand, type Io, type Parsed } from './command.js';
import { openWorkspace, type Workspace } from './workspace.js';

export const serve: CliCommand = {
  args: '',
  options: {
    as: { type: 'string', value: 'ROLE', about: `Bind this connection to a role: ${roles.join(', ')}` },
    transcripts: { type: 'string', value: 'DIR', about: 'Where Claude Code keeps transcripts; else ~/.claude' },
    inspect: { type: 'boolean', about: 'Show the sessions live in the Stately inspector; says where on stderr' },
    'inspect-port': { type: 'string', value: 'N', about: 'The same, on this port' },
    'approved-config': { type: 'boolean', about: 'Start only with a proctor.config.json that a person approved' },
  },
  get notes() {
    return [
      'Clients start it themselves and end it by hanging up. Most read their configuration as',
      `  ${clientConfig()}`,
    ];
  },
  example: 'claude mcp add proctor -- npx -y proctor-mcp serve',
  async run(args, io) {
    const role = roleOf(text(args.values['as']));
    const approvedOnly = args.values['approved-config'] === true;
    const workspace = openWorkspace(args, io, { carriesOut: true, approvedOnly });
    const { engine, version, data } = workspace;
    const config = await checkedPolicy(workspace, io);
    const protocols = await projectProtocols(workspace.protocols, { disk: realDisk, projectDir: io.cwd, config });
    io.say(`proctor ${version}: serving MCP on stdio${role === 'solo' ? '' : ` as ${role}`}, sessions in ${data.dir}`);
    void sayIsolation(io);
    engine.keepTime();
    const inspector = await inspectorFor(engine, args, io);
    await serveStdio({ engine, protocols, version, projectDir: io.cwd, role });
    await inspector?.close();
    return 0;
  },
};

/** Its code is loaded only where it is asked for: a server must start fast. */
async function inspectorFor(engine: Workspace['engine'], args: Parsed, io: Io) {
  const isWanted = args.values['inspect'] === true || args.values['inspect-port'] !== undefined;
  return isWanted ? (await import('./inspector.js')).serverInspector(engine, args, io) : undefined;
}

function roleOf(named: string | undefined): Role {
  if (named === undefined) return 'solo';
  const role = roles.find((each) => each === named);
  if (!role) throw new UsageError(`There is no role ${JSON.stringify(named)}: choose one of ${roles.join(', ')}.`);
  return role;
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
