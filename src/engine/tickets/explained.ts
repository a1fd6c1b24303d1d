/**
 * Which changes of a tree other tickets account for. One at work may change the files of its contract as it likes: its own
 * gate will look at them. One that waits, was handed off or closed accounts for what was seen of its work, byte for byte:
 * whatever came after that, nobody would look at. Tickets of other work trees account for nothing here.
 */
import { globMatcher } from '../../../machines/measures/glob.js';
import { filesOfTree, type TreeState } from '../git.js';

/** Another ticket of the same tree. */
export interface Other {
  /** From the top of the tree. */
  readonly files: readonly string[];
  readonly isAtWork: boolean;
  readonly treeId: string | null;
}

/** Of these paths, from the top of the tree, those that no other ticket accounts for. */
export async function unexplained(
  paths: readonly string[],
  { dir, files }: { dir: string; files: TreeState['files'] },
  others: readonly Other[],
): Promise<string[]> {
  const isWorkedOn = globMatcher(others.filter(({ isAtWork }) => isAtWork).flatMap((other) => other.files));
  let left = paths.filter((path) => !isWorkedOn(path));
  for (const { isAtWork, treeId, files: globs } of others) {
    if (isAtWork || treeId === null || left.length === 0) continue;
    const covers = globMatcher(globs);
    if (!left.some((path) => covers(path))) continue;
    // A tree git has thrown away accounts for nothing.
    const seen = await filesOfTree(dir, treeId).catch(() => undefined);
    left = left.filter((path) => !seen || !covers(path) || seen.get(path) !== files.get(path));
  }
  return left;
}
