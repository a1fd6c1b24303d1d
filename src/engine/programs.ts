/**
 * Where Proctor's own programs are: git, the tools of the sandbox, whatever opens a browser. Looked for once, and never
 * taken from a folder that a project or another user can write to: `npx` puts a project's `node_modules/.bin` first on
 * PATH, and a `git` planted there would decide what Proctor sees. A verify command's program is not Proctor's own.
 */
import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path';
import { commonDirOf } from './git/common-dir.js';

/** Looked at first, whatever PATH says: nobody but the machine's owner writes there. */
const systemDirs = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/sbin', '/sbin'];

const othersMayWrite = 0o002;
const sticky = 0o1000;

/** Folders of PATH, in its order, by whether a program of Proctor's may come from there. */
interface Folders {
  readonly trusted: readonly string[];
  readonly passedOver: readonly { readonly dir: string; readonly why: string }[];
}

/** All that PATH names, whoever asks; which project asks is looked at later, because one server has many. */
async function foldersOf(path: string): Promise<Folders> {
  const trusted: string[] = [];
  const passedOver: { dir: string; why: string }[] = [];
  const owner = (await stat('/').catch(() => undefined))?.uid ?? 0;
  for (const dir of new Set(path.split(delimiter))) {
    const why = systemDirs.includes(dir) ? undefined : await whyNotTrusted(dir, owner);
    if (why === undefined) trusted.push(dir);
    else passedOver.push({ dir, why });
  }
  return { trusted, passedOver };
}

async function whyNotTrusted(dir: string, owner: number): Promise<string | undefined> {
  if (!isAbsolute(dir)) return 'it is not an absolute path';
  const real = await realpath(dir).catch(() => undefined);
  if (real === undefined) return 'there is no such folder';
  if (real.split(sep).includes('node_modules')) return 'a project installs its packages there';
  for (let at = real; ; at = dirname(at)) {
    const found = await stat(at).catch(() => undefined);
    if (!found?.isDirectory()) return 'it is not a folder';
    if (found.uid !== owner && found.uid !== 0 && found.uid !== process.getuid?.())
      return `${at} belongs to another user`;
    // In a folder like /tmp others can add names, and cannot take away those that are there.
    if ((found.mode & othersMayWrite) !== 0 && (at === real || (found.mode & sticky) === 0))
      return `other users can write to ${at}`;
    if (dirname(at) === at) return undefined;
  }
}

export class Programs {
  readonly #folders: Promise<Folders>;
  readonly #known = new Map<string, Promise<boolean>>();

  /** `projectDir` is the project of this process; calls may name others. */
  constructor(
    path: string,
    private readonly projectDir: string,
  ) {
    this.#folders = foldersOf(path);
  }

  /**
   * An absolute path, or nothing. It depends on whose project asks: the project's own folders are no place for the tools
   * it is judged with.
   */
  async find(name: string, projectDir?: string): Promise<string | undefined> {
    return this.#firstOutside([...systemDirs, ...(await this.#folders).trusted], name, projectDir);
  }

  /** The one the person's PATH prefers, for what opens a page and judges nothing. */
  async preferred(name: string): Promise<string | undefined> {
    return this.#firstOutside((await this.#folders).trusted, name);
  }

  /** For the environment of what Proctor starts for itself. */
  async path(projectDir?: string): Promise<string> {
    const dirs: string[] = [];
    for (const dir of new Set([...(await this.#folders).trusted, ...systemDirs]))
      if (await this.#isOutside(dir, projectDir)) dirs.push(dir);
    return dirs.join(delimiter);
  }

  /** Where a program of this name lies that is not taken, and why not: for whoever asks why there is none. */
  async passedOver(name: string, projectDir?: string): Promise<{ path: string; why: string }[]> {
    const { trusted, passedOver } = await this.#folders;
    const refused: { path: string; why: string }[] = [];
    for (const { dir, why } of passedOver)
      if (isAbsolute(dir) && (await isExecutable(join(dir, name)))) refused.push({ path: join(dir, name), why });
    for (const dir of trusted) {
      const path = join(dir, name);
      if ((await this.#isThere(path)) && !(await this.#isOutside(path, projectDir)))
        refused.push({ path, why: 'it is in the project' });
    }
    return refused;
  }

  async #firstOutside(dirs: readonly string[], name: string, projectDir?: string): Promise<string | undefined> {
    for (const dir of dirs) {
      const path = join(dir, name);
      if ((await this.#isThere(path)) && (await this.#isOutside(path, projectDir))) return path;
    }
    return undefined;
  }

  #isThere(path: string): Promise<boolean> {
    return this.#once(`${path}\0`, async () => isExecutable(path));
  }

  async #isOutside(path: string, projectDir: string | undefined): Promise<boolean> {
    for (const project of new Set([this.projectDir, projectDir ?? this.projectDir]))
      if (await this.#isOf(path, project)) return false;
    return true;
  }

  #isOf(path: string, project: string): Promise<boolean> {
    return this.#once(`${path}\0${project}`, async () => isInProject(path, project));
  }

  /** What was found out when it was first asked for stands: what is planted later changes nothing. */
  #once(key: string, look: () => Promise<boolean>): Promise<boolean> {
    let looking = this.#known.get(key);
    if (!looking) this.#known.set(key, (looking = look()));
    return looking;
  }
}

/** In the project's folder, or anywhere in a work tree of its repository: the file itself, or a link that leads to it. */
export async function isInProject(path: string, project: string): Promise<boolean> {
  const own = await realpath(project).catch(() => project);
  const repository = await commonDirOf(own);
  const places = [await realpath(path).catch(() => path), await realpath(dirname(path)).catch(() => dirname(path))];
  for (const place of new Set(places)) {
    // A project that is the whole machine is no reason to find nothing on it.
    if (own !== sep && (place === own || place.startsWith(own + sep))) return true;
    if (repository !== undefined && repository === (await commonDirOf(place))) return true;
  }
  return false;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    const found = await stat(path);
    if (!found.isFile() || (found.mode & othersMayWrite) !== 0) return false;
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Those of this process, as it was started. */
export const programs = new Programs(process.env['PATH'] ?? '', startDir());

/** The folder a process was started in may be gone by then. */
function startDir(): string {
  try {
    return process.cwd();
  } catch {
    return sep;
  }
}
