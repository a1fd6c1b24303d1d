/** Comparisons of real paths. */

/** Whether `path` is `dir` or lies below it. */
export const isWithin = (dir: string, path: string): boolean =>
  path === dir || path.startsWith(dir === '/' ? '/' : `${dir}/`);

export const depthOf = (path: string): number => (path === '/' ? 0 : path.split('/').length - 1);

/** The directories between `dir` and `path`, both left out, outermost first. */
export function between(dir: string, path: string): string[] {
  const names = path.slice(dir.length).split('/').filter(Boolean);
  return names.slice(0, -1).map((_, at) => `${dir === '/' ? '' : dir}/${names.slice(0, at + 1).join('/')}`);
}
