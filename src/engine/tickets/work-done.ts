/** A ticket's tree with what was done in it since the start: what is its own, what is not, and what moved since the hand-off. */
import { realpath } from 'node:fs/promises';
import { posix } from 'node:path';
import type { Ticket } from '../../../machines/measures/board-ticket.js';
import { globMatcher } from '../../../machines/measures/glob.js';
import type { TreeFacts } from '../../../machines/schema/record.js';
import type { SessionState } from '../../session/state.js';
import { besideOf, ticketsBeside } from '../../views/beside.js';
import { changedBetween, filesOfTree, type TreeState } from '../git.js';
import { gitSettings } from '../git/settings.js';
import { unexplained, type Other } from './explained.js';
import type { Beside } from './neighbours.js';
import type { PolicyInForce } from './policies.js';
import { fromTop, inProject, projectTree, seeTree, type ProjectTree, type SeenTree } from './project-tree.js';

export interface Work {
  readonly state: SessionState;
  readonly ticket: Ticket;
  readonly policy: PolicyInForce;
  readonly dataDir: string;
  readonly beside: Beside | undefined;
}

/** Who looks: an executor who names files, an architect, or those who close it, who may name what they looked at. */
export type Asked =
  | { readonly at: 'submit'; readonly filesModified: readonly string[] }
  | { readonly at: 'review' }
  | { readonly at: 'closure'; readonly about?: readonly string[] };

const pathsShownMax = 20;
/** As many as a report can have findings. */
const listedMax = 200;

export async function workDone(work: Work, asked: Asked): Promise<{ tree?: TreeFacts }> {
  const { ticket, policy, dataDir, state } = work;
  const tree = ticket.tree && (await projectTree(state.info.projectDir, ticket.tree.dir));
  if (!tree || !ticket.tree) return {};
  const seen = await seeTree(tree, ticket.contract.files, { ...policy, dataDir });
  const { files, treeId } = seen.state;
  const base = await filesOfTree(tree.dir, ticket.tree.treeId);
  const isOwn = globMatcher(ticket.contract.files.map((glob) => fromTop(tree, glob)));
  const changed = changedBetween(base, files);
  const own = changed.filter((path) => isOwn(path)).map((path) => inProject(tree, path));
  const isHiding = ticket.tree.settings !== null && ticket.tree.settings !== (await gitSettings(tree));
  const foreign = changed.filter((path) => !isOwn(path));
  const outside = await outsideOf(work, tree, { paths: foreign, files });
  const about = asked.at === 'closure' ? asked.about : undefined;
  return {
    tree: {
      ...placeOf(tree),
      treeId,
      filesId: seen.filesId,
      changed: own.slice(0, listedMax).map((path) => path.slice(0, 500)),
      changedCount: own.length,
      ...(about && own.length > listedMax ? comparedWith(own, about) : {}),
      ...(await moved(work, tree, { ...seen, isHiding })),
      ...(await strays(tree, asked, { outside, files, isHiding })),
      ...(asked.at === 'submit' ? await untouched(tree, asked.filesModified, changed) : {}),
    },
  };
}

/** Other sessions are looked at only where this one does not explain it all. */
async function outsideOf(
  { state, ticket, beside }: Work,
  tree: ProjectTree,
  { paths, files }: { paths: readonly string[]; files: TreeState['files'] },
): Promise<string[]> {
  if (paths.length === 0) return [];
  const others = ticketsBeside(state.board, tree.dir).filter(({ ticketId }) => ticketId !== ticket.id);
  const left = await unexplained(paths, { dir: tree.dir, files }, fromTopOf(tree, others));
  if (left.length === 0 || !beside) return left;
  return unexplained(left, { dir: tree.dir, files }, await beside.tickets(ticket.startedAt ?? 0));
}

const fromTopOf = (tree: ProjectTree, others: readonly Other[]): Other[] =>
  others.map((other) => ({ ...other, files: other.files.map((glob) => fromTop(tree, glob)) }));

interface Left {
  readonly outside: readonly string[];
  readonly files: TreeState['files'];
  readonly isHiding: boolean;
}

/** Days may pass before a ticket is closed, and people go on: what they committed meanwhile is in the history, for all to see. */
async function strays(
  tree: ProjectTree,
  { at }: Asked,
  { outside, files, isHiding }: Left,
): Promise<Partial<TreeFacts>> {
  const named = (paths: readonly string[]) => paths.map((path) => inProject(tree, path));
  const hidden = isHiding ? [hiding] : [];
  if (at === 'submit') return counted('outside', [...hidden, ...named(outside)]);
  if (at === 'review') return counted('stray', [...hidden, ...named(outside)]);
  if (outside.length === 0) return {};
  const committed = await filesOfTree(tree.dir, 'HEAD^{tree}').catch(() => new Map<string, string>());
  const isCommitted = (path: string) => committed.get(path) === files.get(path);
  return {
    ...counted('stray', named(outside.filter((path) => !isCommitted(path)))),
    ...counted('committed', named(outside.filter(isCommitted))),
  };
}

/** Some of them, and how many there are; nothing where there are none. */
const counted = (
  name: 'outside' | 'stray' | 'committed' | 'untouched',
  paths: readonly string[],
): Partial<TreeFacts> => (paths.length > 0 ? { [name]: shown(paths), [`${name}Count`]: paths.length } : {});

async function untouched(
  tree: ProjectTree,
  filesModified: readonly string[],
  changed: readonly string[],
): Promise<Partial<TreeFacts>> {
  const seen = new Set(changed.map((path) => inProject(tree, path)));
  const claimed = await Promise.all(filesModified.map((path) => projectPath(tree, path)));
  return counted(
    'untouched',
    claimed.filter((path) => !seen.has(path)),
  );
}

/** What differs from the hand-off among the files that count, but for what tickets closed since then handed off. */
async function moved(
  { state: { board }, ticket, policy }: Work,
  tree: ProjectTree,
  { state, filesId, isHiding }: SeenTree & { isHiding: boolean },
): Promise<Pick<TreeFacts, 'moved' | 'movedCount'>> {
  const { id, contract, handOff, tree: own } = ticket;
  if (isHiding) return { moved: [hiding], movedCount: 1 };
  if (!handOff || handOff.treeId === '' || handOff.filesId === filesId) return {};
  const later = board
    .all()
    .filter((other) => other.id !== id && other.tree?.dir === own?.dir && (other.closedSeq ?? 0) > handOff.seq);
  const guarded = policy.config.protected.map((path) => path.replace(/#.*$/, ''));
  const counts = globMatcher([...contract.files, ...guarded].map((glob) => fromTop(tree, glob)));
  const differing = changedBetween(await filesOfTree(tree.dir, handOff.treeId), state.files).filter((path) =>
    counts(path),
  );
  const others = fromTopOf(tree, later.map(besideOf));
  const left = await unexplained(differing, { dir: tree.dir, files: state.files }, others);
  return { moved: shown(left.map((path) => inProject(tree, path))), movedCount: left.length };
}

/** With other rules than at the start git would not show what is there. */
const hiding = '.git (rules for what git ignores or filters)';

/** Findings against every changed file; here a folder or a pattern may stand for what is in it. */
function comparedWith(changed: readonly string[], about: readonly string[]): Partial<TreeFacts> {
  const matchers = about.map((subject) => {
    const path = subject.trim().replace(/^\.\//, '');
    const matches = globMatcher([path, `${path.replace(/\/$/, '')}/**`]);
    return { subject, matches };
  });
  const unfound = changed.filter((path) => !matchers.some(({ matches }) => matches(path)));
  const aboutNone = matchers.filter(({ matches }) => !changed.some((path) => matches(path)));
  return {
    unfound: shown(unfound),
    unfoundCount: unfound.length,
    aboutNone: shown(aboutNone.map((each) => each.subject)),
  };
}

export const placeOf = ({ dir, prefix }: ProjectTree) => ({ dir, ...(prefix === '' ? {} : { prefix }) });

export const shown = (paths: readonly string[]): string[] =>
  paths.slice(0, pathsShownMax).map((path) => path.slice(0, 500));

/** A claimed path as git would name it, whether it was given absolute, with `./`, or by way of a link to the tree. */
async function projectPath({ cwd, dir }: ProjectTree, path: string): Promise<string> {
  const given = path.replaceAll('\\', '/');
  if (!given.startsWith('/')) return posix.normalize(given);
  const real = await realpath(given).catch(() => given);
  return posix.relative(cwd.startsWith(dir) ? cwd : dir, real);
}
