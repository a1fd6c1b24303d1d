/**
 * The config of each project as it was when this process first looked: that one is in force. A file that says something
 * else later counts only once a person has approved it.
 */
import { ProjectConfig } from '../../../machines/schema/policy.js';
import type { Approvals } from '../../store/approvals.js';
import type { Disk } from '../../store/disk.js';
import { loadPolicy, policyHash } from '../../store/policy-file.js';

export interface PolicyInForce {
  readonly config: ProjectConfig;
  readonly hash: string;
  /** The file says something else by now, and nobody approved that. */
  readonly changed: boolean;
}

export class Policies {
  readonly #inForce = new Map<string, Promise<{ config: ProjectConfig; hash: string }>>();

  /** `vouchesFor`: who started this process vouches for the config of that directory. Of others a person has to. */
  constructor(
    private readonly disk: Disk,
    private readonly approvals: Approvals,
    private readonly vouchesFor: (projectDir: string) => boolean,
  ) {}

  /** Whether the config of a project counts here; a project without one has nothing to vouch for. */
  async trusts(projectDir: string): Promise<boolean> {
    if (this.vouchesFor(projectDir)) return true;
    const hash = await policyHash(this.disk, projectDir).catch(() => 'unreadable');
    return hash === 'none' || (hash !== 'unreadable' && this.approvals.has('config', hash, projectDir));
  }

  async of(projectDir: string): Promise<PolicyInForce> {
    if (!(await this.trusts(projectDir))) return { config: ProjectConfig.parse({}), hash: 'unapproved', changed: true };
    const { config, hash } = await this.#first(projectDir);
    const now = await policyHash(this.disk, projectDir).catch(() => 'unreadable');
    if (now === hash) return { config, hash, changed: false };
    if (now === 'unreadable' || !(await this.approvals.has('config', now, projectDir)))
      return { config, hash, changed: true };
    this.#inForce.delete(projectDir);
    const approved = await this.#first(projectDir);
    return { ...approved, changed: approved.hash !== now };
  }

  /**
   * What is demanded of agents in these directories. A config that nobody vouches for counts here as it stands: all it can
   * do is to ask for more.
   */
  async demandsOn(projectDirs: readonly string[]): Promise<ProjectConfig[]> {
    const demands: ProjectConfig[] = [];
    for (const dir of new Set(projectDirs)) {
      demands.push((await this.of(dir)).config);
      const written = await loadPolicy(this.disk, dir).catch(() => undefined);
      if (written) demands.push(written.config);
    }
    return demands;
  }

  /** A file that cannot be read fails every time it is asked for, until it can. */
  #first(projectDir: string): Promise<{ config: ProjectConfig; hash: string }> {
    const known = this.#inForce.get(projectDir);
    if (known) return known;
    const loading = loadPolicy(this.disk, projectDir);
    this.#inForce.set(projectDir, loading);
    loading.catch(() => this.#inForce.delete(projectDir));
    return loading;
  }
}
