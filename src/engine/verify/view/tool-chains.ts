/**
 * Which parts of a home directory a run may read: the tool chains installed there. Found from the folders on `PATH`, from
 * where the programs in question really are, from the variables tools go by, and from a short list of usual places.
 */
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { isWithin } from './paths.js';

/** Read as they are. */
const usual: readonly string[] = [
  ...['.nvm', '.volta', '.fnm', '.local/share/fnm', '.nodenv', '.n', '.asdf', '.mise', '.local/share/mise', '.proto'],
  ...[
    '.npm/_cacache',
    '.npm/_npx',
    '.npm-global',
    '.local/share/pnpm',
    '.pnpm-store',
    '.cache/pnpm',
    '.yarn',
    '.cache/yarn',
  ],
  ...['.bun', '.deno', '.cache/deno', '.cache/node', '.local/share/corepack', '.config/yarn/global'],
  ...['.pyenv', '.local/lib', '.local/pipx', '.local/share/pipx', '.local/share/uv', '.local/share/virtualenvs'],
  ...[
    '.virtualenvs',
    '.cache/pypoetry',
    '.local/share/hatch',
    '.conda',
    'miniconda3',
    'anaconda3',
    'miniforge3',
    'mambaforge',
  ],
  ...['.cargo', '.rustup', 'go', '.go', '.goenv', '.gvm', 'sdk', '.sdkman', '.jenv', '.jabba', '.jdks'],
  ...[
    '.m2/repository',
    '.m2/wrapper',
    '.gradle/wrapper',
    '.gradle/jdks',
    '.gradle/caches',
    '.ivy2',
    '.coursier',
    '.cache/coursier',
  ],
  ...['.rbenv', '.rvm', '.gem', '.local/share/gem', '.bundle', '.composer/vendor', '.config/composer/vendor'],
  ...[
    '.dotnet',
    '.nuget/packages',
    '.ghcup',
    '.cabal',
    '.stack',
    '.opam',
    '.elan',
    '.juliaup',
    '.julia',
    '.mix',
    '.hex',
  ],
  ...['.pub-cache', '.swiftly', '.local/state/nix', '.nix-profile', '.linuxbrew'],
  ...['.cache/ms-playwright', '.cache/puppeteer', '.cache/Cypress', '.cache/selenium', '.cache/pre-commit'],
];

/** Variables that say where a tool chain is; see `environment.ts`, which passes them on. */
const named: readonly string[] = [
  ...['NVM_DIR', 'NVM_BIN', 'VOLTA_HOME', 'FNM_DIR', 'COREPACK_HOME', 'PNPM_HOME', 'BUN_INSTALL', 'DENO_DIR'],
  ...['ASDF_DIR', 'ASDF_DATA_DIR', 'MISE_DATA_DIR', 'CARGO_HOME', 'RUSTUP_HOME', 'GOROOT', 'GOPATH', 'GOMODCACHE'],
  ...['VIRTUAL_ENV', 'CONDA_PREFIX', 'PYENV_ROOT', 'PIPX_HOME', 'JAVA_HOME', 'MAVEN_HOME', 'GRADLE_HOME'],
  ...['ANDROID_HOME', 'DOTNET_ROOT', 'NUGET_PACKAGES', 'RBENV_ROOT', 'GEM_HOME'],
];

/** Hold many things besides programs: never read as a whole. */
const wide = new Set([
  ...[
    '.local',
    '.local/share',
    '.local/state',
    '.config',
    '.cache',
    '.var',
    'Library',
    'snap',
    '.npm',
    '.m2',
    '.gradle',
  ],
  ...['Documents', 'Desktop', 'Downloads', 'projects', 'src', 'code', 'work', 'dev', 'repos', 'git'],
]);

export interface ToolSearch {
  /** Hidden directories, as real paths. */
  readonly homes: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The files that the steps start. */
  readonly programs: readonly string[];
  readonly cwd: string;
}

/** Real paths below the hidden directories. */
export async function toolChains({ homes, env, programs, cwd }: ToolSearch): Promise<string[]> {
  const onPath = (env['PATH'] ?? '').split(delimiter).filter((dir) => isAbsolute(dir));
  const places = await Promise.all([
    ...homes.flatMap((home) => usual.map(async (name) => [await real(join(home, name))])),
    ...named.map(async (name) => [await real(env[name])]),
    ...onPath.map(async (dir) => [await real(dir), prefixOf(await real(dir))]),
    // What a link on the path leads to may be another installation than the link's own.
    ...[...programs, process.execPath].map(async (program) => {
      const file = await real(resolve(cwd, program));
      return file === undefined ? [] : [dirname(file), prefixOf(dirname(file))];
    }),
  ]);
  const isNarrow = (place: string) =>
    homes.some((home) => isWithin(home, place) && place !== home && !wide.has(place.slice(home.length + 1)));
  const found = new Set(places.flat().filter((place) => place !== undefined && isNarrow(place)));
  return [...found].filter((place): place is string => place !== undefined);
}

/** The installation a folder of programs belongs to, where it looks like one. */
function prefixOf(dir: string | undefined): string | undefined {
  if (dir === undefined || !['bin', 'sbin', 'shims', 'condabin', 'libexec'].includes(basename(dir))) return undefined;
  const prefix = dirname(dir);
  const isInstalled = ['lib', 'libexec', 'share', 'versions', 'lib64'].some((name) => existsSync(join(prefix, name)));
  return isInstalled ? prefix : undefined;
}

const real = async (path: string | undefined): Promise<string | undefined> =>
  path === undefined || path === '' ? undefined : realpath(path).catch(() => undefined);
