/** What a client's transcripts can say about an agent. One provider a client; none of them writes anything. */

export interface Asked {
  readonly agentId: string;
  readonly nodeId: string;
  readonly projectDir: string;
  /** When the node was proposed. */
  readonly proposedAt: number;
  /** When it is asked: nothing an agent did lies after that. */
  readonly now: number;
  /** Proctor’s own session; what clients write knows nothing of it. */
  readonly sessionId: string;
  /** The client's own session the agent was started from, where that is known: only saves looking for it. */
  readonly clientSession?: string;
}

export interface Verified {
  readonly kind: 'verified';
  /** H1: there is a transcript of this agent. H2: what is in it fits the claim, too. */
  readonly level: 'H1' | 'H2';
  readonly client: string;
  /** Below the client's folder. */
  readonly file: string;
  /** SHA-256 of the bytes that were read. */
  readonly hash: string;
  /** The beginning of the prompt and the names of the tools called, without secrets: clients delete transcripts. */
  readonly excerpt: string;
  /** What keeps it from H2. */
  readonly why?: string;
}

/** `missing` where there are transcripts of the project, but none of this agent; `empty` where there is one with nothing in it. */
export type RejectionCause = 'id' | 'link' | 'missing' | 'empty' | 'ledger';

export interface Rejected {
  readonly kind: 'rejected';
  readonly cause: RejectionCause;
  readonly why: string;
}

/** There is nothing to look in. */
export interface Unverifiable {
  readonly kind: 'unverifiable';
  readonly why: string;
}

export type Looked = Verified | Rejected | Unverifiable;

export interface TranscriptProvider {
  readonly client: string;
  look(asked: Asked): Promise<Looked>;
}

const agentIdPattern = /^[A-Za-z0-9_-]{1,128}$/;

/** Ids become parts of paths: anything else never gets that far. */
export const isAgentId = (text: string): boolean => agentIdPattern.test(text);

export const badId = (): Rejected => ({
  kind: 'rejected',
  cause: 'id',
  why: 'no client gives agents such an id: it has 1 to 128 letters, digits, "_" and "-"; give the id the client showed when the agent started',
});

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isUuid = (text: string): boolean => uuidPattern.test(text);
