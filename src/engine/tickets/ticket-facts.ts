/** Finds out what the charts may not: time, hashes, which commands are allowed, and what git says of the files. */
import { realpath } from 'node:fs/promises';
import { posix } from 'node:path';
import type { Ticket } from '../../../machines/measures/board-ticket.js';
import { globMatcher } from '../../../machines/measures/glob.js';
import type { Command, CommandOf } from '../../../machines/schema/command.js';
import { timeLimits } from '../../../machines/schema/policy.js';
import type { Facts, TreeFacts } from '../../../machines/schema/record.js';
import { cancelledByCaller, type NewTicket } from '../../../machines/schema/ticket.js';
import type { SessionState } from '../../session/state.js';
import type { Approvals } from '../../store/approvals.js';
import type { Holder } from '../../store/holder.js';
import { changedBetween, filesOfTree } from '../git.js';
import { gitSettings } from '../git/settings.js';
import { canonical, digest } from '../ids.js';
import { notAllowedOf } from './not-allowed.js';
import type { Policies, PolicyInForce } from './policies.js';
import { inProject, projectTree, seeTree, type ProjectTree, type SeenTree } from './project-tree.js';

export interface FactsOptions {
  readonly policies: Policies;
  readonly approvals: Approvals;
  readonly dataDir: string;
  readonly now: () => number;
  /** The process that carries out what is asked for; undefined where this one does not. */
  readonly holder: () => Promise<Holder | undefined>;
}

const pathsShownMax = 20;
/** As many as a report can have findings. */
const listedMax = 200;

export class TicketFacts {
  constructor(private readonly options: FactsOptions) {}

  /** Facts of a command about tickets; none for any other. */
  async of(state: SessionState | undefined, command: Command): Promise<Facts> {
    const projectDir =
      state?.info.projectDir ?? (command.type === 'tickets.open' ? command.session?.projectDir : undefined);
    if (projectDir === undefined || !isAboutTickets(command)) return {};
    const at = { at: Math.max(this.options.now(), state?.updatedAt ?? 0) };
    if (command.type === 'tickets.open') return { ...at, ...(await this.#opening(projectDir, command)) };
    if (!('ticketId' in command)) return at;
    const ticket = state?.board.get(command.ticketId);
    if (!state || !ticket) return at;
    return { ...at, ...(await this.#about(state, ticket, command)) };
  }

  async #opening(projectDir: string, { tickets }: CommandOf<'tickets.open'>): Promise<Facts> {
    const policy = await this.options.policies.of(projectDir);
    const tree = await projectTree(projectDir);
    return {
      contracts: tickets.map(contractHash),
      limits: timeLimits(policy.config),
      policy: hashOf(policy),
      ...(await notAllowedOf(tickets, policy, (hash) => this.options.approvals.has('command', hash, projectDir))),
      ...(tree ? { tree: { dir: tree.dir, treeId: '', filesId: '' } } : {}),
    };
  }

  /** A config that cannot be read stops work that needs it, and nothing a person decides without it. */
  async #about(state: SessionState, ticket: Ticket, command: Command & { ticketId: string }): Promise<Facts> {
    const { projectDir } = state.info;
    const policyNow = async () => this.options.policies.of(projectDir);
    const holder = await this.options.holder();
    const owed = holder ? { holder } : {};
    switch (command.type) {
      case 'ticket.start': {
        const policy = await policyNow();
        const tree = await projectTree(projectDir, command.workDir ?? ticket.tree?.dir);
        return { ...(tree && { tree: await this.#started(tree, ticket, policy) }), policy: hashOf(policy) };
      }
      case 'ticket.submit': {
        const policy = await policyNow();
        return {
          ...(await this.#worked(state, ticket, policy, command.filesModified)),
          ...owed,
          policy: hashOf(await this.#asStarted(projectDir, ticket, policy)),
        };
      }
      case 'ticket.review': {
        const policy = await policyNow();
        const { commit } = policy.config;
        return { ...(await this.#worked(state, ticket, policy, [])), ...owed, policy: hashOf(policy), commit };
      }
      case 'ticket.decide': {
        if (command.decision === 'accept') return this.#worked(state, ticket, await policyNow(), []);
        return command.decision === 'rereview' ? this.#tree(projectDir, ticket, await policyNow()) : owed;
      }
      case 'ticket.override':
        return this.#treeIfReadable(projectDir, ticket);
      case 'ticket.validate':
      case 'ticket.report': {
        const policy = await policyNow();
        const isDiff = command.type === 'ticket.report' && command.check === 'investigator';
        const about = isDiff ? command.findings.map(({ subject }) => subject) : undefined;
        return {
          ...(await this.#worked(state, ticket, policy, [], about)),
          ...owed,
          policy: closingPolicy(await this.#asStarted(projectDir, ticket, policy)),
        };
      }
      case 'closure.ran':
        return owed;
      case 'gate.ran':
        return command.cutShort === cancelledByCaller ? {} : owed;
      default:
        return {};
    }
  }

  /** Another config than the one the ticket was started under counts only once a person has approved it. */
  async #asStarted(projectDir: string, { policy: started }: Ticket, policy: PolicyInForce): Promise<PolicyInForce> {
    if (policy.changed || started === null || started === policy.hash) return policy;
    const isApproved = await this.options.approvals.has('config', policy.hash, projectDir);
    return { ...policy, changed: !isApproved };
  }

  /** A person may override although the config is broken or the tree gone; then nothing is known of the files. */
  async #treeIfReadable(projectDir: string, ticket: Ticket): Promise<{ tree?: TreeFacts }> {
    try {
      return await this.#tree(projectDir, ticket, await this.options.policies.of(projectDir));
    } catch {
      return {};
    }
  }

  async #tree(projectDir: string, ticket: Ticket, policy: PolicyInForce): Promise<{ tree?: TreeFacts }> {
    const tree = await projectTree(projectDir, ticket.tree?.dir);
    return tree ? { tree: await this.#seen(tree, ticket, policy) } : {};
  }

  async #seen(tree: ProjectTree, { contract }: Ticket, policy: PolicyInForce): Promise<TreeFacts> {
    const { state, filesId } = await seeTree(tree, contract.files, { ...policy, dataDir: this.options.dataDir });
    return { ...placeOf(tree), treeId: state.treeId, filesId };
  }

  /** With what later looks are compared to. */
  async #started(tree: ProjectTree, ticket: Ticket, policy: PolicyInForce): Promise<TreeFacts> {
    const facts = await this.#seen(tree, ticket, policy);
    return { ...facts, settings: await gitSettings(tree), ...(await this.#uncommitted(ticket, facts, policy)) };
  }

  /** Files that count and are not as in the last commit: what was done to them before the start, nobody has looked at. */
  async #uncommitted(
    { contract }: Ticket,
    { dir, prefix = '', treeId }: TreeFacts,
    policy: PolicyInForce,
  ): Promise<Pick<TreeFacts, 'changed' | 'changedCount'>> {
    const committed = await filesOfTree(dir, 'HEAD^{tree}').catch(() => undefined);
    if (!committed) return {};
    const guarded = policy.config.protected.map((path) => path.replace(/#.*$/, ''));
    const counts = globMatcher([...contract.files, ...guarded]);
    const changed = changedBetween(committed, await filesOfTree(dir, treeId))
      .map((path) => inProject({ prefix }, path))
      .filter((path) => counts(path));
    return changed.length > 0 ? { changed: shown(changed), changedCount: changed.length } : {};
  }

  /** The tree with what was done in it since the start. */
  async #worked(
    { info, board }: SessionState,
    ticket: Ticket,
    policy: PolicyInForce,
    filesModified: readonly string[],
    about?: readonly string[],
  ): Promise<{ tree?: TreeFacts }> {
    const tree = ticket.tree && (await projectTree(info.projectDir, ticket.tree.dir));
    if (!tree || !ticket.tree) return {};
    const { state, filesId } = await seeTree(tree, ticket.contract.files, { ...policy, dataDir: this.options.dataDir });
    const base = await filesOfTree(tree.dir, ticket.tree.treeId);
    const changed = changedBetween(base, state.files).map((path) => inProject(tree, path));
    const isOwn = globMatcher(ticket.contract.files);
    const others = board.all().filter(({ id, tree: theirs }) => id !== ticket.id && theirs?.dir === tree.dir);
    const own = changed.filter((path) => isOwn(path));
    const isTheirs = globMatcher(others.flatMap(({ contract }) => contract.files));
    const isHiding = ticket.tree.settings !== null && ticket.tree.settings !== (await gitSettings(tree));
    const outside = [...(isHiding ? [hiding] : []), ...changed.filter((path) => !isOwn(path) && !isTheirs(path))];
    const seen = new Set(changed);
    const claimed = await Promise.all(filesModified.map((path) => projectPath(tree, path)));
    const untouched = claimed.filter((path) => !seen.has(path));
    return {
      tree: {
        ...placeOf(tree),
        treeId: state.treeId,
        filesId,
        changed: own.slice(0, listedMax).map((path) => path.slice(0, 500)),
        changedCount: own.length,
        ...(about && own.length > listedMax ? comparedWith(own, about) : {}),
        ...(await this.#moved(board, ticket, tree, { state, filesId, policy, isHiding })),
        ...(outside.length > 0 ? { outside: shown(outside), outsideCount: outside.length } : {}),
        ...(untouched.length > 0 ? { untouched: shown(untouched), untouchedCount: untouched.length } : {}),
      },
    };
  }

  /** What differs from the hand-off among the files that count, but for what tickets closed since then changed. */
  async #moved(
    board: SessionState['board'],
    { id, contract, handOff, tree: own }: Ticket,
    tree: ProjectTree,
    { state, filesId, policy, isHiding }: SeenTree & { policy: PolicyInForce; isHiding: boolean },
  ): Promise<Pick<TreeFacts, 'moved' | 'movedCount'>> {
    if (isHiding) return { moved: [hiding], movedCount: 1 };
    if (!handOff || handOff.treeId === '' || handOff.filesId === filesId) return {};
    const later = board
      .all()
      .filter((other) => other.id !== id && other.tree?.dir === own?.dir && (other.closedSeq ?? 0) > handOff.seq);
    const isExcused = globMatcher(later.flatMap(({ contract: theirs }) => theirs.files));
    const guarded = policy.config.protected.map((path) => path.replace(/#.*$/, ''));
    const counts = globMatcher([...contract.files, ...guarded]);
    const moved = changedBetween(await filesOfTree(tree.dir, handOff.treeId), state.files)
      .map((path) => inProject(tree, path))
      .filter((path) => counts(path) && !isExcused(path));
    return { moved: shown(moved), movedCount: moved.length };
  }
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

const placeOf = ({ dir, prefix }: ProjectTree) => ({ dir, ...(prefix === '' ? {} : { prefix }) });

const shown = (paths: readonly string[]): string[] => paths.slice(0, pathsShownMax).map((path) => path.slice(0, 500));

/** A claimed path as git would name it, whether it was given absolute, with `./`, or by way of a link to the tree. */
async function projectPath({ cwd, dir }: ProjectTree, path: string): Promise<string> {
  const given = path.replaceAll('\\', '/');
  if (!given.startsWith('/')) return posix.normalize(given);
  const real = await realpath(given).catch(() => given);
  return posix.relative(cwd.startsWith(dir) ? cwd : dir, real);
}

const isAboutTickets = ({ type }: Command): boolean => /^(tickets?|gate|closure|session)\./.test(type);

/** What closing demands besides. */
const closingPolicy = (policy: PolicyInForce) => ({
  ...hashOf(policy),
  separate: policy.config.checksSeparate,
  connection: policy.config.independence === 'connection',
  close: policy.config.levels.close,
});

const hashOf = ({ hash, changed }: PolicyInForce) => ({ hash, changed });

/** What is left out has the value it stands for, so that two ways to write a contract are one. */
const contractHash = ({ id: _id, ...contract }: NewTicket): string =>
  digest(
    canonical({
      ...contract,
      kind: contract.kind ?? 'feature',
      dependsOn: [...(contract.dependsOn ?? [])].sort(),
      requirements: contract.requirements ?? [],
      timeouts: contract.timeouts ?? {},
      wave: contract.wave ?? 0,
    }),
  );
