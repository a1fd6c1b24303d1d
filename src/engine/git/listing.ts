/** Whether a listing is of the tree that is named, found out from the names in it: the objects themselves can be forged. */
import { createHash } from 'node:crypto';
import type { ObjectFormat } from './git-environment.js';
import { tryPlainGit } from './look-git.js';

interface Folder {
  readonly files: Map<string, { mode: string; id: string }>;
  readonly folders: Map<string, Folder>;
}

const emptyFolder = (): Folder => ({ files: new Map(), folders: new Map() });

/** `listing` is what `ls-tree -r -z --full-tree` prints of `id`, a tree or a commit. */
export async function isListingOf(dir: string, id: string, listing: Buffer, format: ObjectFormat): Promise<boolean> {
  const found = treeIdOf(listing, format);
  if (found === id) return true;
  const { stdout } = await tryPlainGit(dir, ['cat-file', 'commit', id], { format });
  const isTrue = createHash(format).update(`commit ${stdout.length}\0`).update(stdout).digest('hex') === id;
  return isTrue && stdout.toString('latin1').startsWith(`tree ${found}\n`);
}

/** The name git gives to a tree of these files. */
function treeIdOf(listing: Buffer, format: ObjectFormat): string {
  const top = emptyFolder();
  // One character a byte: a name need not be text.
  for (const line of listing.toString('latin1').split('\0').slice(0, -1)) {
    const tab = line.indexOf('\t');
    const [mode = '', , id = ''] = line.slice(0, tab).split(' ');
    const parts = line.slice(tab + 1).split('/');
    const name = parts.pop() ?? '';
    let at = top;
    for (const part of parts) {
      const next = at.folders.get(part) ?? emptyFolder();
      at.folders.set(part, next);
      at = next;
    }
    at.files.set(name, { mode, id });
  }
  return idOf(top, format);
}

/** Sorted as git does: a folder as if its name ended with a slash. */
function idOf({ files, folders }: Folder, format: ObjectFormat): string {
  const entries = [
    ...[...files].map(([name, { mode, id }]) => ({ name, key: name, mode, id })),
    ...[...folders].map(([name, each]) => ({ name, key: `${name}/`, mode: '40000', id: idOf(each, format) })),
  ].sort((a, b) => (a.key < b.key ? -1 : 1));
  const bytes = Buffer.concat(
    entries.flatMap(({ name, mode, id }) => [Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(id, 'hex')]),
  );
  return createHash(format).update(`tree ${bytes.length}\0`).update(bytes).digest('hex');
}
