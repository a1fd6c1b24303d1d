/** What `init` proposes for projects of every kind it knows. */
import { globMatcher } from '../../../machines/measures/glob.js';
import { ProjectConfig } from '../../../machines/schema/policy.js';
import { additionsTo, configText, extended, newConfig } from './config-text.js';
import { proposalLines } from './proposal-lines.js';
import { propose, type Proposal } from './proposal.js';

const proposed = (files: Record<string, string>) => propose(new Map(Object.entries(files)));
const patternsOf = ({ allow }: Proposal) => allow.map(({ pattern }) => pattern);
const manifest = (json: object) => JSON.stringify(json);
interface Row {
  readonly files: Record<string, string>;
  readonly allow: readonly string[];
  readonly guards: readonly string[];
}

const jestProject = manifest({ scripts: { test: 'jest' }, devDependencies: { jest: '30' } });

const someGo = ['go test', 'go test *', 'go test -run *'];

const table: Record<string, Row> = {
  'npm with jest': {
    files: { 'package.json': jestProject, 'package-lock.json': '' },
    allow: ['npm test', 'npm test -- *', 'npm test -- -t *', 'npx jest', 'npx jest *', 'npx jest -t *'],
    guards: ['src/a.test.js', 'jest.config.js', 'package.json', '.npmrc'],
  },
  'pnpm by its lock file': {
    files: { 'package.json': jestProject, 'pnpm-lock.yaml': '' },
    allow: ['pnpm test', 'pnpm test *', 'pnpm test -t *', 'pnpm exec jest', 'pnpm exec jest *', 'pnpm exec jest -t *'],
    guards: [],
  },
  'yarn by its field, against a lock file': {
    files: {
      'package.json': manifest({ packageManager: 'yarn@4.1.0', scripts: { 'test:unit': 'mocha', check: 'eslint .' } }),
      'package-lock.json': '',
    },
    allow: ['yarn run test:unit', 'yarn run test:unit *', 'yarn run test:unit --grep *', 'yarn run check'],
    guards: [],
  },
  'bun with its own runner': {
    files: { 'package.json': manifest({}), 'bun.lock': '' },
    allow: ['bun test', 'bun test *', 'bun test -t *'],
    guards: [],
  },
  "node's own runner": {
    files: {
      'package.json': manifest({ scripts: { test: 'npm run build && node --enable-source-maps --test dist' } }),
    },
    allow: ['npm test', 'npm test -- *', 'node --test', 'node --test *', 'node --test --test-name-pattern *'],
    guards: ['test/a.js'],
  },
  'vitest, playwright and typescript': {
    files: {
      'package.json': manifest({
        scripts: { test: 'vitest run', typecheck: 'tsc --noEmit', dev: 'vite' },
        devDependencies: { vitest: '3', '@playwright/test': '1', typescript: '6' },
      }),
      'tsconfig.json': '',
    },
    allow: [
      ...['npm test', 'npm test -- *', 'npm test -- -t *', 'npm run typecheck'],
      ...['npx vitest run', 'npx vitest run *', 'npx vitest run -t *'],
      ...['npx playwright test', 'npx playwright test *', 'npx playwright test --grep *', 'npx tsc --noEmit'],
    ],
    guards: ['vite.config.ts', 'playwright.config.ts', 'e2e/a.ts', 'tsconfig.json'],
  },
  'npm workspaces': {
    files: {
      'package.json': manifest({ workspaces: ['packages/*'] }),
      'packages/a/package.json': manifest({ name: '@x/a', scripts: { test: 'jest' } }),
      'packages/b/package.json': manifest({ name: '@x/b', scripts: { start: 'node .' } }),
      'packages/a/inner/package.json': manifest({ name: 'inner', scripts: { test: 'jest' } }),
    },
    allow: [
      ...[
        'npm test --workspaces --if-present',
        'npm test --workspace packages/a',
        'npm test --workspace packages/a -- *',
        'npm test --workspace packages/a -- -t *',
      ],
    ],
    guards: ['packages/a/package.json', 'packages/a/test/x.js', 'packages/a/jest.config.ts'],
  },
  'pnpm workspaces': {
    files: {
      'package.json': manifest({}),
      'pnpm-lock.yaml': '',
      'pnpm-workspace.yaml': 'packages:\n  # all\n  - "apps/*"\n  - \'!apps/old\'\ncatalog:\n  - x\n',
      'apps/web/package.json': manifest({ name: 'web', scripts: { test: 'vitest run' } }),
      'apps/old/package.json': manifest({ name: 'old', scripts: { test: 'vitest run' } }),
    },
    allow: [
      'pnpm -r test',
      'pnpm --filter web run test',
      'pnpm --filter web run test *',
      'pnpm --filter web run test -t *',
    ],
    guards: [],
  },
  'pytest without a launcher': {
    files: { 'requirements-dev.txt': 'pytest==8\nruff\n' },
    allow: [
      ...['pytest', 'pytest *', 'pytest -k *', 'python -m pytest', 'python -m pytest *', 'python -m pytest -k *'],
      ...['ruff check', 'ruff check .'],
    ],
    guards: ['tests/data.json', 'pkg/test_a.py', 'conftest.py', 'pytest.ini', 'ruff.toml'],
  },
  'uv, with mypy': {
    files: { 'pyproject.toml': '[project]\n[dependency-groups]\ndev = ["pytest>=8", "mypy"]\n', 'uv.lock': '' },
    allow: ['uv run pytest', 'uv run pytest *', 'uv run pytest -k *', 'uv run mypy', 'uv run mypy .'],
    guards: ['mypy.ini'],
  },
  poetry: {
    files: { 'pyproject.toml': '[tool.poetry]\nname = "x"\n[tool.pytest.ini_options]\n' },
    allow: ['poetry run pytest', 'poetry run pytest *', 'poetry run pytest -k *'],
    guards: [],
  },
  'unittest, where nothing else is': {
    files: { 'setup.py': '', 'tests/test_a.py': '', 'requirements.txt': '# pytest is too new for us\nrequests\n' },
    allow: ['python -m unittest', 'python -m unittest *', 'python -m unittest -k *'],
    guards: [],
  },
  go: {
    files: { 'go.mod': 'module x', 'main_test.go': '', 'internal/a/a_test.go': '' },
    allow: ['go test ./...', 'go test -race ./...', 'go vet ./...', 'go build ./...', ...someGo],
    guards: ['internal/a/a_test.go', 'internal/testdata/x'],
  },
  'a go workspace': {
    files: { 'go.work': 'go 1.22\nuse (\n\t./api\n\t./lib // shared\n)\n', 'api/go.mod': '', 'lib/go.mod': '' },
    allow: [
      ...['go test ./api/...', 'go test -race ./api/...', 'go vet ./api/...', 'go build ./api/...'],
      ...['go test ./lib/...', 'go test -race ./lib/...', 'go vet ./lib/...', 'go build ./lib/...', ...someGo],
    ],
    guards: [],
  },
  cargo: {
    files: { 'Cargo.toml': '[package]\nname = "x"\n' },
    allow: ['cargo test', 'cargo test -- *', 'cargo check', 'cargo clippy -- -D warnings'],
    guards: ['tests/a.rs', '.cargo/config.toml'],
  },
  'a cargo workspace': {
    files: {
      'Cargo.toml': '[workspace]\nmembers = ["crates/*"]\n',
      'crates/a/Cargo.toml': '[package]\nversion = "1"\nname = "core-a"\n[dependencies]\nname = "no"\n',
    },
    allow: [
      ...['cargo test', 'cargo test -- *', 'cargo test --workspace', 'cargo test --workspace -- *'],
      ...['cargo test -p core-a', 'cargo test -p core-a -- *', 'cargo check', 'cargo clippy -- -D warnings'],
    ],
    guards: [],
  },
  make: {
    files: {
      Makefile:
        'VERSION := 1\n.PHONY: test check lint all\nall: build\ntest: build\ncheck:\n\t./check.sh\nlint:\n\t@echo none\nverify: ; ./v.sh\nbuild:\n\tcc x.c\n',
    },
    allow: ['make test', 'make check', 'make verify'],
    guards: ['Makefile', 'build/rules.mk'],
  },
  'several at once': {
    files: { 'package.json': jestProject, 'go.mod': '', Makefile: 'test:\n\tgo test ./...\n' },
    allow: [
      ...['npm test', 'npm test -- *', 'npm test -- -t *', 'npx jest', 'npx jest *', 'npx jest -t *'],
      ...['go test ./...', 'go test -race ./...', 'go vet ./...', 'go build ./...', ...someGo, 'make test'],
    ],
    guards: ['src/a.test.js', 'a_test.go', 'Makefile'],
  },
};

describe.each(Object.entries(table))('%s', (_, { files, allow, guards }) => {
  const proposal = proposed(files);

  test('is found, with the commands that can verify', () => {
    expect(patternsOf(proposal)).toEqual(allow);
    expect(proposal.found.length).toBeGreaterThan(0);
    for (const { why } of [...proposal.allow, ...proposal.protected]) expect(why).not.toBe('');
  });

  test('protects what its tests depend on', () => {
    const isGuarded = globMatcher(proposal.protected.map(({ glob }) => glob.replace(/#.*/, '')));
    expect(guards.filter((path) => !isGuarded(path))).toEqual([]);
  });

  test('becomes a config', () => {
    const config = ProjectConfig.parse(JSON.parse(configText(newConfig(proposal))));
    expect(config.commands.allow).toEqual(allow);
    expect(config.commands.network).toBe(false);
  });
});

test.each([
  ['the script npm makes up', 'echo "Error: no test specified" && exit 1'],
  ['nothing', ''],
  ['true', 'true'],
  ['a failure that is passed over', 'jest || true'],
  ['a failure that is forgotten', 'jest; exit 0'],
  ['a list of tests', 'jest --listTests'],
  ['snapshots written anew', 'jest -u'],
  ['a run that does not end', 'vitest --watch'],
])('a test script that is %s is left out, and it is said', (_, test) => {
  const proposal = proposed({ 'package.json': manifest({ scripts: { test } }) });
  expect(patternsOf(proposal)).toEqual([]);
  expect(proposal.notes.join(' ')).toContain('The script "test" is left out');
});

test('words after a script are allowed only where they name tests', () => {
  const scripts = { test: 'jest && echo done', 'test:all': 'npm run test:unit', lint: 'eslint .' };
  expect(patternsOf(proposed({ 'package.json': manifest({ scripts }) }))).toEqual([
    ...['npm test', 'npm run test:all', 'npm run lint'],
  ]);
});

test('where nothing is found the usual files are protected, and it is said what to add', () => {
  const proposal = proposed({ 'README.md': '' });
  expect(proposal).toMatchObject({ found: [], allow: [] });
  expect(proposal.protected.map(({ glob }) => glob)).toEqual(ProjectConfig.parse({}).protected);
  expect(proposal.notes.join(' ')).toContain('commands.allow');
});

test('a project further down is named, samples are not', () => {
  const { notes } = proposed({ 'web/package.json': '', 'web/node_modules/x/package.json': '', 'fixtures/go.mod': '' });
  expect(notes.join(' ')).toContain('Further down there is web/package.json:');
});

test('what cannot be read is no reason to fail', () => {
  expect(proposed({ 'package.json': '{' }).notes.join(' ')).toContain('it is not JSON');
  expect(patternsOf(proposed({ 'package.json': '[]' }))).toEqual([]);
  expect(patternsOf(proposed({ 'package.json': '{"scripts":["jest"],"workspaces":7}' }))).toEqual([]);
});

describe('a config that is there', () => {
  const proposal = proposed({ 'package.json': jestProject });
  const written = {
    notify: { webhook: 'https://example.org/x' },
    commands: { allow: ['make it', 'npm test'], network: true },
  };
  const config = ProjectConfig.parse(written);

  test('gains what it lacks, and loses nothing', () => {
    const adds = additionsTo(config, proposal);
    expect(adds.allow).toEqual(['npm test -- *', 'npm test -- -t *', 'npx jest', 'npx jest *', 'npx jest -t *']);
    const after = ProjectConfig.parse(JSON.parse(configText(extended(written, config, adds))));
    expect(after.commands).toEqual({ ...config.commands, allow: ['make it', 'npm test', ...adds.allow] });
    expect(after.notify).toEqual(config.notify);
    expect(after.protected).toEqual([...config.protected, ...adds.protected]);
    expect(additionsTo(after, proposal)).toEqual({ allow: [], protected: [] });
  });
});

test('is shown within the width of the terminal', () => {
  const files = table['vitest, playwright and typescript']?.files ?? {};
  const scripts = { 'test:of-a-name-longer-than-half-of-it': 'jest', check: 'true' };
  for (const shown of [proposed(files), proposed({ 'package.json': manifest({ scripts }) })]) {
    const lines = proposalLines(shown, { width: 60, color: false });
    expect(lines.filter((line) => line.length > 60)).toEqual([]);
    for (const { pattern } of shown.allow) expect(lines.join('\n')).toContain(`  ${pattern}`);
  }
});
