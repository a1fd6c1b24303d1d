/** What comes after a config: adding Proctor to a client, and the hooks that hold back what is not proven. */
import { clientSetups } from '../client-setup.js';
import type { Io } from '../command.js';
import { stopHookSettings } from '../stop-hook-setup.js';
import { subagentHookSettings } from '../subagent-hook-setup.js';
import { painter, wrap } from '../style.js';

/** In a fleet each of them has a connection of its own. */
const fleetRoles: readonly (readonly [role: string, who: string])[] = [
  ['orchestrator', 'the agent that plans and has others build'],
  ['system3', 'the agent that closes tickets'],
];

export const setupSnippets = () => ({
  clients: Object.fromEntries(clientSetups()),
  fleet: Object.fromEntries(fleetRoles.map(([role]) => [role, Object.fromEntries(clientSetups(role))])),
  commitHook: 'proctor hook --install',
  // As any client reads it.
  stopHook: stopHookSettings('solo'),
  subagentHook: subagentHookSettings(),
});

/** Commands and settings are for copying and stay whole, however narrow the terminal. */
export function nextSteps({ width, color }: Pick<Io, 'width' | 'color'>, evidenceDir: string): string[] {
  const { bold, dim } = painter(color);
  const told = (text: string) => wrap(text, width);
  return [
    ...told(
      `Commit proctor.config.json: it is part of the project. Evidence is stored in ${evidenceDir}; commit it or ignore it, as you like.`,
    ),
    '',
    bold('Add Proctor to your agent'),
    ...clientSetups().flatMap(([client, how]) => [dim(`  ${client}`), `    ${how}`]),
    '',
    bold('For a fleet, a connection for each role'),
    ...fleetRoles.flatMap(([role, who]) => {
      const [, [, how] = ['', '']] = [role, clientSetups(role)[0]];
      return [dim(`  ${role}: ${who}`), `    ${how}`];
    }),
    '',
    bold('Hold back what is not proven'),
    dim('  commits: a git hook in this repository'),
    '    proctor hook --install',
    dim('  answers: a Stop hook of Claude Code, in .claude/settings.json'),
    ...settings(stopHookSettings('solo')),
    dim('  made-up agents: hooks that keep a ledger of those really started, in the same file'),
    ...settings(subagentHookSettings()),
    '',
    ...told('proctor doctor then checks that everything is in its place.'),
  ];
}

const settings = (hooks: object): string[] =>
  JSON.stringify(hooks, null, 2)
    .split('\n')
    .map((line) => `    ${line}`);
