/** What each ecosystem reads, and what it has to say about a project. */

/** Paths from the project's directory, and the text of those that say how it is built; of the others it is empty. */
export type ProjectFiles = ReadonlyMap<string, string>;

export interface ProposedCommand {
  readonly argv: readonly string[];
  /** A word that may follow, to narrow it: then a pattern with a wildcard is proposed as well. */
  readonly narrowedBy?: string;
  /** The option that picks tests by their names; a wildcard does not stand for it. */
  readonly byName?: string;
  /** What stands between the command and that word, such as `--`. */
  readonly before?: readonly string[];
  readonly why: string;
}

export interface ProposedPath {
  readonly glob: string;
  readonly why: string;
}

/** What one ecosystem has to say. */
export interface Part {
  /** What was found, in words: `npm (package.json)`. */
  readonly found: string;
  readonly commands: readonly ProposedCommand[];
  readonly paths: readonly ProposedPath[];
  readonly notes: readonly string[];
}
