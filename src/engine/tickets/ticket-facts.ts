/** Finds out what the charts may not: time, hashes, which commands are allowed, and what git says of the files. */
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
import { overlapFacts, type Beside } from './neighbours.js';
import { fromTop, inProject, projectTree, seeTree, type ProjectTree } from './project-tree.js';
import { placeOf, shown, workDone, type Asked } from './work-done.js';

export interface FactsOptions {
  readonly policies: Policies;
  readonly approvals: Approvals;
  readonly dataDir: string;
  readonly now: () => number;
  /** The process that carries out what is asked for; undefined where this one does not. */
  readonly holder: () => Promise<Holder | undefined>;
}

/** What a command is about, and the other sessions of its tree, where they are looked at. */
interface About {
  readonly state: SessionState;
  readonly ticket: Ticket;
  readonly beside: Beside | undefined;
}

export class TicketFacts {
  constructor(private readonly options: FactsOptions) {}

  /** Facts of a command about tickets; none for any other. */
  async of(state: SessionState | undefined, command: Command, beside?: Beside): Promise<Facts> {
    const projectDir =
      state?.info.projectDir ?? (command.type === 'tickets.open' ? command.session?.projectDir : undefined);
    if (projectDir === undefined || !isAboutTickets(command)) return {};
    const at = { at: Math.max(this.options.now(), state?.updatedAt ?? 0) };
    if (command.type === 'tickets.open') return { ...at, ...(await this.#opening(projectDir, command)) };
    if (!('ticketId' in command)) return at;
    const ticket = state?.board.get(command.ticketId);
    if (!state || !ticket) return at;
    return { ...at, ...(await this.#about({ state, ticket, beside }, command)) };
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
  async #about(about: About, command: Command & { ticketId: string }): Promise<Facts> {
    const { state, ticket } = about;
    const { projectDir } = state.info;
    const policyNow = async () => this.options.policies.of(projectDir);
    const holder = await this.options.holder();
    const owed = holder ? { holder } : {};
    switch (command.type) {
      case 'ticket.start': {
        const policy = await policyNow();
        const tree = await projectTree(projectDir, command.workDir ?? ticket.tree?.dir);
        return {
          ...(tree && {
            tree: await this.#started(tree, ticket, policy),
            ...(await overlapsOf(about, tree)),
          }),
          policy: hashOf(policy),
        };
      }
      case 'ticket.submit': {
        const policy = await policyNow();
        return {
          ...(await this.#worked(about, policy, { at: 'submit', filesModified: command.filesModified })),
          ...owed,
          policy: hashOf(await this.#asStarted(projectDir, ticket, policy)),
        };
      }
      case 'ticket.review': {
        const policy = await policyNow();
        const { commit } = policy.config;
        return {
          ...(await this.#worked(about, policy, { at: 'review' })),
          ...owed,
          policy: hashOf(policy),
          commit,
        };
      }
      case 'ticket.decide': {
        if (command.decision === 'accept') return this.#worked(about, await policyNow(), { at: 'closure' });
        return command.decision === 'rereview' ? this.#tree(projectDir, ticket, await policyNow()) : owed;
      }
      // What is there of its work when it begins to wait is what it accounts for while it does.
      case 'ticket.escalate':
      case 'gate.expire':
      case 'ticket.override':
        return this.#treeIfReadable(projectDir, ticket);
      case 'ticket.validate':
      case 'ticket.report': {
        const policy = await policyNow();
        const isDiff = command.type === 'ticket.report' && command.check === 'investigator';
        const named = isDiff ? command.findings.map(({ subject }) => subject) : undefined;
        return {
          ...(await this.#worked(about, policy, { at: 'closure', ...(named && { about: named }) })),
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

  async #worked(about: About, policy: PolicyInForce, asked: Asked): Promise<{ tree?: TreeFacts }> {
    return workDone({ ...about, policy, dataDir: this.options.dataDir }, asked);
  }
}

async function overlapsOf({ ticket, beside }: About, tree: ProjectTree): Promise<Partial<Facts>> {
  const files = ticket.contract.files.map((glob) => fromTop(tree, glob));
  return overlapFacts(files, (await beside?.tickets(Number.MAX_SAFE_INTEGER)) ?? []);
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
