/** What a project's config allows, in words, for the person who is asked to approve it. Leaves out no field. */
import { timeLimits, type ProjectConfig, type TimeLimit } from '../../machines/schema/policy.js';
import { duration, painter, wrap } from './style.js';

const labelColumns = 13;

type Row = readonly [label: string, text: string];

/** What gives rights comes first. The compiler asks for a line whenever a field is added. */
const rowsOf: Readonly<Record<keyof ProjectConfig, (config: ProjectConfig) => readonly Row[]>> = {
  commands: ({ commands: { allow, network, env } }) => [
    ...(allow.length > 0 ? allow.map((pattern) => ['may run', pattern] as const) : [noCommand]),
    ['network', network ? 'open to verify commands' : 'closed to verify commands'],
    ['variables', env.length > 0 ? `handed to them: ${env.join(', ')}` : 'none besides the usual ones'],
  ],
  notify: ({ notify: { command, webhook } }) => [
    ['tells you by', [command?.join(' '), webhook].filter(Boolean).join(' and ') || 'no command or address'],
  ],
  commit: ({ commit }) => [
    ['commits', commit === 'auto' ? 'Proctor commits approved work' : 'left to you and your agents'],
  ],
  protected: ({ protected: globs }) => [['protected', globs.join(', ') || 'no files']],
  levels: ({ levels: { node, gate, close } }) => [['levels', `node ${node}, gate ${gate}, close ${close}`]],
  independence: ({ independence }) => [
    ['roles', independence === 'connection' ? 'each through a connection of its own' : 'as callers say who they are'],
  ],
  checksSeparate: ({ checksSeparate }) => [
    ['checks', checksSeparate ? 'three different principals' : 'may share a principal'],
  ],
  unverifiedAgents: ({ unverifiedAgents }) => [
    [
      'agents',
      unverifiedAgents === 'refuse' ? 'only those that can be looked up' : 'also those that cannot be looked up',
    ],
  ],
  protocols: ({ protocols: { allow, files, rootsMin } }) => [
    ['protocols', allow?.join(', ') ?? 'all there are'],
    ...(files.length > 0 ? [['own files', files.join(', ')] as const] : []),
    ...(rootsMin === undefined ? [] : [['roots', `at least ${rootsMin}`] as const]),
  ],
  timeouts: ({ timeouts }) => {
    const { executor, verify, architect } = timeLimits({ timeouts });
    return [['time limits', `executor ${limit(executor)}, verify ${limit(verify)}, architect ${limit(architect)}`]];
  },
  evidenceDir: ({ evidenceDir }) => [['evidence', evidenceDir]],
  protocol: ({ protocol }) => [['protocol', protocol]],
};

const noCommand: Row = ['may run', 'no command without an approval of its own'];

const limit = ({ defaultMs, maxMs }: TimeLimit): string => `${duration(defaultMs)} (at most ${duration(maxMs)})`;

export function configLines(config: ProjectConfig, { width, color }: { width: number; color: boolean }): string[] {
  const { dim } = painter(color);
  const rows = Object.values(rowsOf).flatMap((rowsIn) => rowsIn(config));
  return rows.flatMap(([label, text]) =>
    wrap(text, Math.max(30, width - labelColumns - 2)).map(
      (line, at) => `  ${dim((at === 0 ? label : '').padEnd(labelColumns))}${line}`,
    ),
  );
}
