/** Asks every client, and first the ledger of agents that were really started; answers with the strongest word. */
import type { AgentLedger } from './ledger.js';
import { badId, isAgentId, type Asked, type Looked, type TranscriptProvider } from './provider.js';

export type LedgerPort = Pick<AgentLedger, 'find'>;

export interface AgentLookup {
  look(asked: Asked): Promise<Looked>;
}

/**
 * Where the project has a ledger, it decides who is real: files can be laid down by anybody, and an agent not in it is
 * rejected whatever lies about. An agent in it whose transcript is not there is merely unverifiable.
 */
export function agentLookup(providers: readonly TranscriptProvider[], ledger?: LedgerPort): AgentLookup {
  /** No client gives such an id; where there is no client to ask, that is held against nobody. */
  const unknowable = async (asked: Asked): Promise<Looked> => {
    const looks = [];
    for (const provider of providers) looks.push(await provider.look({ ...asked, agentId: nobody }));
    const nowhere = strongest(looks);
    const entry = await ledger?.find(nobody, asked.projectDir);
    return nowhere.kind === 'unverifiable' && entry?.state !== 'absent' ? nowhere : badId();
  };
  return {
    async look(asked) {
      if (!isAgentId(asked.agentId)) return unknowable(asked);
      const entry = await ledger?.find(asked.agentId, asked.projectDir);
      if (entry?.state === 'absent') return notStarted;
      const hint = entry?.clientSession === undefined ? {} : { clientSession: entry.clientSession };
      const looks: Looked[] = [];
      for (const provider of providers) {
        const looked = await provider.look({ ...asked, ...hint });
        // No other client could say more.
        if (looked.kind === 'verified' && looked.level === 'H2') return looked;
        looks.push(looked);
      }
      const best = strongest(looks);
      const isKnown = entry?.state === 'started' || entry?.state === 'stopped';
      return isKnown && best.kind === 'rejected' && best.cause === 'missing'
        ? { kind: 'unverifiable', why: 'the client’s hook saw the agent start, but its transcript is not to be found' }
        : best;
    },
  };
}

/** Well-formed, and no agent's: asked for to see whether there is anything to look in. */
const nobody = '-';

const notStarted: Looked = {
  kind: 'rejected',
  cause: 'ledger',
  why: 'the client’s hook keeps a ledger of the agents started in this project, and this one is not in it: give the id of an agent that was really started here',
};

/** A link is worse than a gap: somebody put it there. */
const ranks: readonly ((looked: Looked) => boolean)[] = [
  (looked) => looked.kind === 'verified' && looked.level === 'H2',
  (looked) => looked.kind === 'verified',
  (looked) => looked.kind === 'rejected' && looked.cause !== 'missing',
  (looked) => looked.kind === 'rejected',
];

export function strongest(looks: readonly Looked[]): Looked {
  for (const rank of ranks) {
    const found = looks.find(rank);
    if (found) return found;
  }
  const whys = looks.map(({ why }) => why ?? '');
  return { kind: 'unverifiable', why: whys.length === 0 ? 'no client is known here' : whys.join('; ') };
}
