/** Where the store lies. Every way to start Proctor asks here, so that all of them find the same sessions. */
import { isAbsolute, join, resolve } from 'node:path';

export interface DataDirSources {
  /** `--data` */
  readonly flag?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** What a relative `--data` or `PROCTOR_DATA` starts from. */
  readonly cwd: string;
}

export interface DataDir {
  readonly dir: string;
  /** Which setting decided, to be shown to a person who looks in the wrong place. */
  readonly from: '--data' | 'PROCTOR_DATA' | 'XDG_STATE_HOME' | 'default';
}

export function dataDir({ flag, env, home, cwd }: DataDirSources): DataDir {
  if (flag) return { dir: resolve(cwd, flag), from: '--data' };
  const { PROCTOR_DATA: data, XDG_STATE_HOME: state } = env;
  if (data) return { dir: resolve(cwd, data), from: 'PROCTOR_DATA' };
  // The XDG specification has relative paths ignored.
  if (state && isAbsolute(state)) return { dir: join(state, 'proctor'), from: 'XDG_STATE_HOME' };
  return { dir: join(home, '.local', 'state', 'proctor'), from: 'default' };
}
