/** Claims the agents a command names, so that no other session of the store can use them; gives them back if refused. */
import { plainId } from '../../machines/measures/principal.js';
import type { Command } from '../../machines/schema/command.js';
import type { Shows } from '../store/agent-claims.js';
import type { Store } from '../store/store.js';
import { agentsIn } from './gather.js';
import { newNonce } from './ids.js';
import type { LiveSession } from './live-session.js';

export interface Claims {
  /** Agents somebody else holds, and where. */
  take(command: Command): Promise<Map<string, string>>;
  release(): Promise<void>;
}

export function claimAgents(store: Store, session: LiveSession): Claims {
  const held = new Map<string, string>();
  const shows: Shows = (id, node, agent) => journalShows(store, id, node, agent);
  return {
    async take(command) {
      const elsewhere = new Map<string, string>();
      for (const { agent, node } of agentsIn(command)) {
        // Used in this session: the rules see that for themselves.
        const key = plainId(agent);
        if (held.has(key) || session.state.tree.nodeOfAgent(agent) !== undefined) continue;
        const nonce = newNonce();
        const claim = await store.claims.claim(key, { session: session.id, node, nonce }, shows);
        if (claim.ok) held.set(key, nonce);
        else elsewhere.set(agent, `${claim.by.node} of session ${claim.by.session}`);
      }
      return elsewhere;
    },
    async release() {
      for (const [agent, nonce] of held) await store.claims.release(agent, nonce);
      held.clear();
    },
  };
}

/** Read from the file, not through the engine: the other session may be waiting for this one. */
async function journalShows(store: Store, id: string, node: string, agent: string): Promise<boolean> {
  const records = (await store.recordsAnywhere(id)) ?? [];
  return records.some(
    ({ record }) =>
      record.outcome === 'OK' &&
      agentsIn(record.command).some((used) => used.node === node && plainId(used.agent) === agent),
  );
}
