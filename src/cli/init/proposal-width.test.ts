/**
 * How wide a proposal may be. The bugs to fear: an agent may run anything as its proof, because the list is too wide; and a
 * person who accepts the proposal finds that the very command it was made for is refused.
 */
import fc from 'fast-check';
import { badPattern, isAllowed } from '../../../machines/measures/allowed-command.js';
import { isVacuous, parseCommandLine } from '../../../machines/measures/command-line.js';
import { ProjectConfig } from '../../../machines/schema/policy.js';
import { configText, newConfig } from './config-text.js';
import { propose, type Proposal } from './proposal.js';

const proposed = (files: Record<string, string>) => propose(new Map(Object.entries(files)));
const patternsOf = ({ allow }: Proposal) => allow.map(({ pattern }) => pattern);
const manifest = (json: object) => JSON.stringify(json);
const allows = (proposal: Proposal, command: string) => {
  const parsed = parseCommandLine(command);
  return parsed.ok && isAllowed(parsed.steps, patternsOf(proposal));
};

/** Names as somebody with bad intentions, or bad taste, would choose them. */
const names = fc.oneof(
  fc.constantFrom(
    'test',
    'test:*',
    'test:a b',
    "test:'",
    'test:$(x)',
    'test:-e',
    'lint',
    'build',
    'test:\n',
    '*',
    '--',
  ),
  fc.string({ maxLength: 12 }).map((text) => `test:${text}`),
);
const bodies = fc.constantFrom('jest', 'node --test', 'mocha x && echo y', 'sh x.sh', 'true', 'jest || true');
const scripts = fc.dictionary(names, bodies, { maxKeys: 6 });
const projects = fc
  .record({
    json: fc.record({
      scripts,
      packageManager: fc.constantFrom('npm@10', 'pnpm@9', 'yarn@4', 'bun@1', 'other'),
      devDependencies: fc.constantFrom({}, { jest: '1' }, { vitest: '1', mocha: '1' }),
      workspaces: fc.constantFrom([], ['p/*'], ['p/**']),
    }),
    member: fc.record({ name: names, scripts }),
    dir: names,
    target: names,
  })
  .map(({ json, member, dir, target }) => ({
    'package.json': manifest(json),
    [`p/${dir}/package.json`]: manifest(member),
    'pyproject.toml': 'pytest ruff mypy',
    'go.mod': '',
    [`${dir}/a_test.go`]: '',
    'Cargo.toml': '[workspace]\nmembers = ["p/*"]\n',
    [`p/${dir}/Cargo.toml`]: `[package]\nname = "${target}"\n`,
    Makefile: `${target}:\n\tcc\ntest:\n\tcc\n`,
  }));

const neverAllowed = [
  ...['node -e x', 'node x.js', 'npm run anything', 'npm exec x', 'npx anything', 'sh -c x', 'bash x', 'make anything'],
  ...['make test SHELL=/bin/true', 'python -c x', 'python x.py', 'uv run x', 'poetry run x', 'go run .', 'cargo run'],
  ...[
    'node --test --import x',
    'npm test -- --config x',
    'npx jest --config x',
    'pytest -p x',
    'go test -run a -exec x',
  ],
  ...['go test -exec true ./...', 'cargo test --config x', 'npm test --script-shell=x', 'yarn anything', 'pnpm dlx x'],
  ...[
    'pnpm exec x',
    'pnpm run anything',
    'bun x.ts',
    'bun run anything',
    'bunx x',
    'true',
    'echo x',
    'ruff check --exit-zero',
  ],
];

test('whatever lies in a project, no pattern is wide, vacuous, unreadable, or too narrow for what it is meant for', () => {
  fc.assert(
    fc.property(projects, (files) => {
      const proposal = proposed(files);
      for (const { pattern, example } of proposal.allow) {
        expect(badPattern(pattern)).toBeUndefined();
        const parsed = parseCommandLine(example);
        if (!parsed.ok) throw new Error(parsed.problem);
        expect(isAllowed(parsed.steps, [pattern])).toBe(true);
        expect(isVacuous(parsed.steps)).toBe(false);
      }
      expect(neverAllowed.filter((command) => allows(proposal, command))).toEqual([]);
      expect(ProjectConfig.safeParse(JSON.parse(configText(newConfig(proposal)))).success).toBe(true);
    }),
    { numRuns: 300 },
  );
});
