import { ProjectConfig, timeLimits } from './policy.js';

test('an empty file gives every default', () => {
  expect(ProjectConfig.parse({})).toEqual({
    protocol: 'multi-gate',
    protocols: { files: [] },
    unverifiedAgents: 'accept',
    commands: { allow: [], network: false, env: [], reads: [] },
    protected: [
      ...['**/*.test.*', '**/*.spec.*', '**/test_*.py', 'jest.config.*', 'vitest.config.*', 'package.json#scripts'],
    ],
    levels: { node: 'H0', gate: 'H3', close: 'H3' },
    independence: 'claimed',
    evidenceDir: '.claude/evidence',
    timeouts: 'standard',
    commit: 'manual',
    notify: {},
    checksSeparate: false,
  });
});

const limit = (defaultSeconds: number, maxSeconds: number) => ({
  timeouts: { verify: { defaultSeconds, maxSeconds } },
});

test.each<[object, string | undefined]>([
  [{ speed: 3 }, ''],
  [{ commands: { deny: [] } }, 'commands'],
  [{ commands: { allow: ['npm test'] } }, undefined],
  [{ commands: { allow: [''] } }, 'commands.allow.0'],
  [{ commands: { allow: ['a'.repeat(500)] } }, undefined],
  [{ commands: { allow: ['a'.repeat(501)] } }, 'commands.allow.0'],
  [{ commands: { allow: Array.from({ length: 200 }, () => 'a') } }, undefined],
  [{ commands: { allow: Array.from({ length: 201 }, () => 'a') } }, 'commands.allow'],
  [{ commands: { env: ['CI', 'A_1'] } }, undefined],
  [{ commands: { env: ['A=b'] } }, 'commands.env.0'],
  [{ levels: { node: 'H2', gate: 'H3', close: 'H5' } }, undefined],
  [{ levels: { node: 'H3' } }, 'levels.node'],
  [{ levels: { gate: 'H4' } }, 'levels.gate'],
  [{ levels: { close: 'H6' } }, 'levels.close'],
  [{ independence: 'person' }, 'independence'],
  [{ evidenceDir: 'a/b' }, undefined],
  [{ evidenceDir: '/a' }, 'evidenceDir'],
  [{ evidenceDir: 'a/../..' }, 'evidenceDir'],
  [{ evidenceDir: './' }, 'evidenceDir'],
  [{ evidenceDir: '.git/x' }, 'evidenceDir'],
  [{ timeouts: 'long-running' }, undefined],
  [{ timeouts: 'endless' }, 'timeouts'],
  [limit(1, 1), undefined],
  [limit(0, 1), 'timeouts.verify.defaultSeconds'],
  [limit(2, 1), 'timeouts.verify.defaultSeconds'],
  [limit(1, 86_400), undefined],
  [limit(1, 86_401), 'timeouts.verify.maxSeconds'],
  [{ commit: 'always' }, 'commit'],
  [{ notify: { command: ['notify-send', 'Proctor'], webhook: 'https://example.org/a' } }, undefined],
  [{ notify: { command: [] } }, 'notify.command'],
  [{ notify: { webhook: 'file:///etc/passwd' } }, 'notify.webhook'],
])('%j: %s', (config, field) => {
  const parsed = ProjectConfig.safeParse(config);
  expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual(field === undefined ? undefined : [field]);
});

const minutes = (usual: number, max: number) => ({ defaultMs: usual * 60_000, maxMs: max * 60_000 });

test.each<[object, object]>([
  [{}, { executor: minutes(5, 15), verify: minutes(2, 5), architect: minutes(3, 10) }],
  [
    { timeouts: 'long-running' },
    { executor: minutes(60, 1440), verify: minutes(10, 60), architect: minutes(30, 1440) },
  ],
  [limit(30, 90), { executor: minutes(5, 15), verify: minutes(0.5, 1.5), architect: minutes(3, 10) }],
])('time limits of %j', (config, expected) => {
  expect(timeLimits(ProjectConfig.parse(config))).toEqual(expected);
});
