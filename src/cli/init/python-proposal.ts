/** What a Python project says: its manifest, its requirements, its lock file. Read as text: only names are looked for. */
import type { Part, ProjectFiles, ProposedCommand, ProposedPath } from './part.js';

const manifests = ['pyproject.toml', 'setup.cfg', 'setup.py', 'tox.ini', 'pytest.ini', 'Pipfile'];
const requirements =
  /^(requirements|dev-requirements|test-requirements)[^/]*\.(txt|in)$|^requirements\/[^/]+\.(txt|in)$/;

interface Launcher {
  readonly words: readonly string[];
  readonly file: string;
}

/** Which of them runs programs of the project's environment. */
function launcherOf(files: ProjectFiles): Launcher | undefined {
  const pyproject = files.get('pyproject.toml') ?? '';
  if (files.has('uv.lock')) return { words: ['uv', 'run'], file: 'uv.lock' };
  if (files.has('poetry.lock')) return { words: ['poetry', 'run'], file: 'poetry.lock' };
  if (/^\[tool\.uv[\].]/m.test(pyproject)) return { words: ['uv', 'run'], file: 'pyproject.toml' };
  if (/^\[tool\.poetry[\].]/m.test(pyproject)) return { words: ['poetry', 'run'], file: 'pyproject.toml' };
  if (files.has('Pipfile')) return { words: ['pipenv', 'run'], file: 'Pipfile' };
  return undefined;
}

export function pythonProposal(files: ProjectFiles): Part | undefined {
  const sources = [...files].filter(([path]) => manifests.includes(path) || requirements.test(path));
  if (sources.length === 0) return undefined;
  /** The first file that mentions a tool. */
  const mentions = (tool: string) =>
    sources.find(
      ([path, text]) => path.startsWith(tool) || new RegExp(`\\b${tool}\\b`).test(withoutComments(text)),
    )?.[0];
  const launcher = launcherOf(files);
  const start = launcher?.words ?? [];
  const found = launcher ? `${sources[0]?.[0] ?? ''}, ${start.join(' ')} by ${launcher.file}` : sources[0]?.[0];
  const tools = { pytest: mentions('pytest') ?? testsOfPytest(files), ruff: mentions('ruff'), mypy: mentions('mypy') };
  const commands = [
    ...testCommands(files, start, tools.pytest),
    // No wildcard: --exit-zero and --fix make any finding go away.
    ...(tools.ruff === undefined
      ? []
      : linters(start, tools.ruff, [
          ['ruff', 'check'],
          ['ruff', 'check', '.'],
        ])),
    ...(tools.mypy === undefined ? [] : linters(start, tools.mypy, [['mypy'], ['mypy', '.']])),
    ...(files.has('tox.ini') ? [{ argv: ['tox'], why: 'tox.ini' }] : []),
  ];
  const holdsOptions = /^\[tool\.(pytest|mypy|ruff)/m.test(files.get('pyproject.toml') ?? '');
  const notes = holdsOptions ? [pyprojectNote] : [];
  return { found: `Python (${found ?? ''})`, commands, paths: pathsOf(files, tools), notes };
}

const withoutComments = (text: string): string => text.replace(/^\s*#.*$/gm, '');

/** Its members cannot be protected one by one, and whoever adds a dependency changes it. */
const pyprojectNote =
  'pyproject.toml holds options of the tools that verify, and dependencies too: add it to "protected" if tickets should not touch it.';

const testsOfPytest = (files: ProjectFiles): string | undefined =>
  [...files.keys()].find((path) => path === 'conftest.py' || path.endsWith('/conftest.py'));

function testCommands(files: ProjectFiles, start: readonly string[], pytest: string | undefined): ProposedCommand[] {
  const narrowedBy = 'tests/test_a.py';
  if (pytest !== undefined) {
    const why = `pytest, by ${pytest}`;
    const byName = '-k';
    const asModule = start.length > 0 ? [] : [{ argv: ['python', '-m', 'pytest'], narrowedBy, byName, why }];
    return [{ argv: [...start, 'pytest'], narrowedBy, byName, why }, ...asModule];
  }
  const test = [...files.keys()].find((path) => /(^|\/)test_[^/]*\.py$/.test(path));
  if (test === undefined) return [];
  const argv = [...start, 'python', '-m', 'unittest'];
  return [{ argv, narrowedBy: 'tests.test_a', byName: '-k', why: `tests such as ${test}` }];
}

const linters = (start: readonly string[], file: string, all: readonly (readonly string[])[]): ProposedCommand[] =>
  all.map((words) => ({ argv: [...start, ...words], why: `${words[0] ?? ''}, by ${file}` }));

function pathsOf(
  files: ProjectFiles,
  { ruff, mypy }: { ruff: string | undefined; mypy: string | undefined },
): ProposedPath[] {
  const configs = [
    ...['pytest.ini', 'tox.ini', 'setup.cfg'],
    ...(ruff === undefined ? [] : ['ruff.toml', '.ruff.toml']),
    ...(mypy === undefined ? [] : ['mypy.ini', '.mypy.ini']),
  ];
  const noxfile = files.has('noxfile.py') ? ['noxfile.py'] : [];
  return [
    ...['**/test_*.py', '**/*_test.py', '**/conftest.py', 'tests/**'].map((glob) => ({ glob, why: 'tests' })),
    ...[...configs, ...noxfile].map((glob) => ({ glob, why: 'configuration of the tests' })),
  ];
}
