/**
 * Tickets of other sessions in the same work tree, and whose turn it is to start one there. Sessions are listed before the
 * asking one has its turn, and then read from the disk: two that waited for each other's turn would wait for ever.
 */
import { globsOverlap } from '../../../machines/measures/glob.js';
import type { Facts } from '../../../machines/schema/record.js';
import type { AgentClaims } from '../../store/agent-claims.js';
import { Fault } from '../../store/fault.js';
import type { TicketBeside } from '../../views/beside.js';
import { newNonce } from '../ids.js';
import { restingMsMax, type SessionEngine, type SessionRow } from '../port.js';
import { fromTop, projectTree, type ProjectTree } from './project-tree.js';

/** Its files are named from the top of the tree. */
export interface Neighbour extends TicketBeside {
  readonly sessionId: string;
}

export interface NeighbourOptions {
  readonly sessions: SessionEngine['sessions'];
  /** From the disk: whoever asks has the turn of its own session. */
  readonly beside: (sessionId: string, dir: string) => Promise<TicketBeside[]>;
  readonly claims: Pick<AgentClaims, 'claim' | 'release'>;
  readonly now: () => number;
  readonly warn: (message: string) => void;
}

/** A ticket, and the tree it is at work in. */
export interface TicketPlace {
  readonly sessionId: string;
  readonly ticketId: string;
  readonly projectDir: string;
  readonly dir: string;
}

/** The other sessions of a tree: listed already, their tickets read when they are asked for. */
export interface Beside {
  /** With those of this project that ended, but not before `since`. */
  readonly tickets: (since: number) => Promise<Neighbour[]>;
}

const turnWaitMs = 20;
const turnTriesMax = 250;

export class Neighbours {
  constructor(private readonly options: NeighbourOptions) {}

  /** `isExact` also sees what another process did to a session that rested for long. */
  async of(place: TicketPlace, { isExact }: { isExact: boolean }): Promise<Beside> {
    const { sessionId, projectDir, dir } = place;
    const { rows } = await this.options.sessions(isExact ? {} : { ageMsMax: restingMsMax });
    const others = rows.filter((row) => row.sessionId !== sessionId);
    const isLate = (row: SessionRow, since: number) => row.projectDir === projectDir && row.updatedAt >= since;
    return {
      tickets: async (since) =>
        this.#tickets(
          dir,
          others.filter((row) => row.trees.includes(dir) || (row.tickets > 0 && isLate(row, since))),
        ),
    };
  }

  async #tickets(dir: string, rows: readonly SessionRow[]): Promise<Neighbour[]> {
    const found: Neighbour[] = [];
    for (const { sessionId, projectDir } of rows)
      try {
        const tree = await projectTree(projectDir, dir);
        if (!tree) continue;
        const tickets = await this.options.beside(sessionId, dir);
        found.push(...tickets.map((each) => this.#seen(sessionId, tree, each)));
      } catch (error) {
        this.options.warn(`session ${sessionId} was not asked for its tickets: ${String(error)}`);
      }
    return found;
  }

  /** Whoever let a deadline pass is not at work any more, whether that is booked by now or not. */
  #seen(sessionId: string, tree: ProjectTree, ticket: TicketBeside): Neighbour {
    const { isAtWork, until, files } = ticket;
    const isInTime = until === null || this.options.now() <= until;
    return {
      ...ticket,
      sessionId,
      isAtWork: isAtWork && isInTime,
      files: files.map((glob) => fromTop(tree, glob)),
    };
  }

  /** One start in a tree at a time, over all processes: each sees the one before it. */
  async inTurn<T>(place: TicketPlace, work: (beside: Beside) => Promise<T>): Promise<T> {
    const { claims, warn } = this.options;
    const key = `tree ${place.dir}`;
    const nonce = newNonce();
    await this.#awaitTurn(key, { session: place.sessionId, node: place.ticketId, nonce });
    try {
      return await work(await this.of(place, { isExact: true }));
    } finally {
      await claims.release(key, nonce).catch((error: unknown) => {
        warn(`other sessions can start nothing in ${place.dir} until Proctor stops: ${String(error)}`);
      });
    }
  }

  async #awaitTurn(key: string, place: { session: string; node: string; nonce: string }): Promise<void> {
    for (let tries = 0; tries < turnTriesMax; tries += 1) {
      // A turn is never in a journal: it is over when its process is.
      const { ok } = await this.options.claims.claim(key, place, () => Promise.resolve(false));
      if (ok) return;
      await new Promise((resolve) => setTimeout(resolve, turnWaitMs));
    }
    throw new Fault('STORE_BUSY', 'Other sessions kept starting tickets in this work tree.', {
      retry: true,
      fix: 'Repeat the call.',
    });
  }
}

const shownMax = 20;

/** Which of them may change files of this contract; those at work first, because they are in the way. */
export function overlapFacts(
  files: readonly string[],
  neighbours: readonly Neighbour[],
): Pick<Facts, 'overlaps' | 'overlapsCount'> {
  const overlaps = neighbours
    .filter(({ isLive }) => isLive)
    .flatMap(({ sessionId, ticketId, isAtWork, files: theirs }) => {
      const shared = files.filter((glob) => theirs.some((other) => globsOverlap(glob, other)));
      const shown = shared.slice(0, shownMax).map((glob) => glob.slice(0, 500));
      return shared.length > 0 ? [{ sessionId, ticketId, files: shown, atWork: isAtWork }] : [];
    })
    .sort((a, b) => Number(b.atWork) - Number(a.atWork));
  if (overlaps.length === 0) return {};
  return { overlaps: overlaps.slice(0, shownMax), overlapsCount: overlaps.length };
}
