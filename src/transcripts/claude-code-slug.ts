/** The folder Claude Code keeps for a project, by its path. */

const lengthMax = 200;

export interface Slug {
  readonly name: string;
  /**
   * Where the path is too long for a name: how the folder begins. What follows is a hash that differs between the ways
   * Claude Code is run, so that any folder of this beginning may be the one.
   */
  readonly prefix?: string;
}

export function slugOf(projectDir: string): Slug {
  const name = projectDir.replace(/[^a-zA-Z0-9]/g, '-');
  if (name.length <= lengthMax) return { name };
  const prefix = `${name.slice(0, lengthMax)}-`;
  return { name: `${prefix}${hashOf(projectDir)}`, prefix };
}

/** As Claude Code computes it under Node: 32 bits over the path's UTF-16 units. */
function hashOf(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = ((hash << 5) - hash + text.charCodeAt(at)) | 0;
  return Math.abs(hash).toString(36);
}
