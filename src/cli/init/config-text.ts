/** The text of `proctor.config.json` as `init` writes it: new, or what is there with what is missing. Pure. */
import { strict as assert } from 'node:assert';
import { ProjectConfig } from '../../../machines/schema/policy.js';
import type { Proposal } from './proposal.js';

export interface Additions {
  readonly allow: readonly string[];
  readonly protected: readonly string[];
}

/** What a config that is there lacks of a proposal. Nothing is ever taken out of it. */
export function additionsTo(config: ProjectConfig, proposal: Proposal): Additions {
  const { allow } = config.commands;
  return {
    allow: proposal.allow.map(({ pattern }) => pattern).filter((pattern) => !allow.includes(pattern)),
    protected: proposal.protected.map(({ glob }) => glob).filter((glob) => !config.protected.includes(glob)),
  };
}

/** Only what a person wants to see: every other field has its default. */
export const newConfig = (proposal: Proposal): object => ({
  commands: { allow: proposal.allow.map(({ pattern }) => pattern) },
  protected: proposal.protected.map(({ glob }) => glob),
});

/** The very fields a person wrote, in their order, with longer lists. `written` is what the file holds. */
export function extended(written: Readonly<Record<string, unknown>>, config: ProjectConfig, more: Additions): object {
  const { commands } = written;
  return {
    ...written,
    commands: { ...(commands as object | undefined), allow: [...config.commands.allow, ...more.allow] },
    protected: [...config.protected, ...more.protected],
  };
}

/** What no server would read is never written. */
export function configText(config: object): string {
  const text = `${JSON.stringify(config, null, 2)}\n`;
  assert(ProjectConfig.safeParse(JSON.parse(text)).success, 'what is proposed is a config');
  return text;
}
