/** `proctor hook`: what git runs before a commit, and Claude Code around its sub-agents; and puts the former in its place. */
import { UsageError, type CliCommand } from './command.js';
import { subagentHookSettings } from './subagent-hook-setup.js';

const settings = JSON.stringify(subagentHookSettings(), null, 2)
  .split('\n')
  .map((line) => `  ${line}`);

export const hook: CliCommand = {
  args: '[pre-commit|subagent]',
  options: { install: { type: 'boolean', about: 'write the pre-commit hook into this repository' } },
  notes: [
    'pre-commit refuses a commit that touches files of a started ticket whose gate is not APPROVED, and names it. After a person’s override it lets the commit through and says so. Sessions of other projects, and commits that touch no ticket, are left alone.',
    'A store that cannot be read holds up no commit; it is said on stderr. git commit --no-verify passes by any hook.',
    'subagent keeps a ledger of the agents that Claude Code really starts and stops. Where a project has one, an investigation accepts no agent that is not in it. It never holds up an agent. Add it to .claude/settings.json, or to ~/.claude/settings.json for every project; Codex takes the same hooks:',
    ...settings,
    'The ledger is stored beside the server’s sessions: if the server was started with --data, add it here too. The exit code is never 2, which would hold up the agent: 1 tells of wrong use.',
  ],
  example: 'proctor hook --install',
  usageExit: 1,
  async run(args, io) {
    const [name] = args.positionals;
    const wantsInstall = args.values['install'] === true;
    if (name !== undefined && name !== 'pre-commit' && name !== 'subagent')
      throw new UsageError(`There is no hook ${JSON.stringify(name)}: only pre-commit and subagent.`);
    // Each is loaded alone: clients wait for the start and the stop of every sub-agent.
    if (name === 'subagent') return (await import('./subagent-hook.js')).subagentHook(args, io);
    if (wantsInstall) return (await import('./hook-file.js')).installHook(args, io);
    if (name === undefined)
      throw new UsageError('Say pre-commit or subagent, which git and Claude Code do, or --install.');
    return (await import('./pre-commit-hook.js')).preCommit(args, io);
  },
};
