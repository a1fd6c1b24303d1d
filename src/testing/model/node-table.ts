/**
 * What becomes of a node on every request, written by hand from the spec of investigations and never from the charts:
 * the generated tests hold the running server, and the charts, to these rows.
 */

/** Everything an answer may depend on. */
export interface Circumstances {
  readonly state: string;
  readonly round: number;
  /** Proposed to confirm a claim of its parent. */
  readonly isConfirmer: boolean;
  readonly hasChildren: boolean;
  readonly claims: number;
  readonly parentIsTerminal: boolean;
}

export type Expected = { readonly to: string } | { readonly codes: readonly string[] };

type Obstacle = readonly [code: string, stands: (circumstances: Circumstances) => boolean];
type Row = readonly [from: string, request: string, to: string, ...obstacles: Obstacle[]];

const locked: Obstacle = ['STATE_LOCKED', ({ round }) => round < 3];
const lockedLonger: Obstacle = ['STATE_LOCKED', ({ round }) => round < 4];
const unclaimed: Obstacle = ['PIPELINE_SKIPPED', ({ isConfirmer }) => !isConfirmer];
const speculating: Obstacle = ['CONFIRMATION_EXPECTED', ({ isConfirmer }) => isConfirmer];
const overclaimed: Obstacle = ['CLAIMS_EXHAUSTED', ({ claims }) => claims >= 3];
const parent: Obstacle = ['HAS_CHILDREN', ({ hasChildren }) => hasChildren];

export interface NodeTable {
  readonly protocol: string;
  readonly states: readonly string[];
  readonly foreign: readonly string[];
  readonly terminal: readonly string[];
  /** States that need evidence. */
  readonly evidence: readonly string[];
  readonly needsReason: boolean;
  /** The one root there may be, where there may be but one. */
  readonly onlyRoot?: string;
  /** A request that counts as another one in rounds before this. */
  readonly early?: { readonly request: string; readonly before: number; readonly as: string };
  /** What nodes above are left open as, and what is asked of a claim's own confirmers. */
  readonly open: string;
  readonly claim: {
    readonly waiting: string;
    readonly held: string;
    readonly fallen: string;
    readonly yes: string;
    /** States of a confirmer that say yes. */
    readonly says: readonly string[];
    /** From a reopened confirmer to a claim of its own. */
    readonly again: readonly string[];
  };
  readonly rows: readonly Row[];
}

const pendingClaim: NodeTable['claim'] = {
  ...{ waiting: 'VALID_PENDING', held: 'VALID', fallen: 'DRILL', yes: 'VALID' },
  ...{ says: ['VALID'], again: ['VERIFY', 'VALID_PENDING'] },
};

export const multiGate: NodeTable = {
  protocol: 'multi-gate',
  states: ['DRILL', 'VERIFY', 'VALID_PENDING', 'VALID', 'DEAD', 'SPEC'],
  foreign: ['FOUND', 'PROPOSED'],
  terminal: ['VALID', 'DEAD', 'SPEC'],
  evidence: ['DEAD', 'VALID_PENDING', 'VALID', 'SPEC'],
  needsReason: true,
  open: 'VERIFY',
  claim: pendingClaim,
  rows: [
    ['PROPOSED', 'commit DRILL', 'DRILL'],
    ['PROPOSED', 'commit VERIFY', 'VERIFY'],
    ['PROPOSED', 'commit DEAD', 'DEAD'],
    ['PROPOSED', 'commit VALID_PENDING', 'VALID_PENDING', locked, overclaimed],
    ['PROPOSED', 'commit SPEC', 'SPEC', locked, speculating],
    ['PROPOSED', 'commit VALID', 'VALID', locked, unclaimed],
    ['DRILL', 'reclassify VERIFY', 'VERIFY'],
    ['DRILL', 'reclassify DEAD', 'DEAD', parent],
    ['DRILL', 'reclassify SPEC', 'SPEC', parent, locked, speculating],
    ['VERIFY', 'reclassify DRILL', 'DRILL'],
    ['VERIFY', 'reclassify VALID_PENDING', 'VALID_PENDING', locked, overclaimed],
    ['VERIFY', 'reclassify DEAD', 'DEAD', parent],
    ['VERIFY', 'reclassify SPEC', 'SPEC', parent, locked, speculating],
    ['VALID_PENDING', 'reclassify DRILL', 'DRILL'],
    ['VALID_PENDING', 'confirm', 'VALID'],
    ['VALID_PENDING', 'refute', 'DRILL'],
    ['VALID', 'reclassify DRILL', 'DRILL'],
    ['VALID', 'reopen', 'VALID_PENDING'],
    ['DEAD', 'reclassify DRILL', 'DRILL'],
    ['DEAD', 'reclassify VERIFY', 'VERIFY'],
    ['SPEC', 'reclassify DRILL', 'DRILL'],
    ['SPEC', 'reclassify VERIFY', 'VERIFY'],
  ],
};

export const classic: NodeTable = {
  protocol: 'classic',
  states: ['DRILL', 'VERIFY', 'VALID', 'DEAD', 'SPEC'],
  foreign: ['VALID_PENDING', 'FOUND', 'PROPOSED'],
  terminal: ['VALID', 'DEAD', 'SPEC'],
  evidence: [],
  needsReason: false,
  open: 'VERIFY',
  claim: pendingClaim,
  rows: [
    ['PROPOSED', 'commit DRILL', 'DRILL'],
    ['PROPOSED', 'commit VERIFY', 'VERIFY'],
    ['PROPOSED', 'commit VALID', 'VALID'],
    ['PROPOSED', 'commit DEAD', 'DEAD'],
    ['PROPOSED', 'commit SPEC', 'SPEC'],
    ['DRILL', 'reclassify VERIFY', 'VERIFY'],
    ['DRILL', 'reclassify VALID', 'VALID', parent],
    ['DRILL', 'reclassify DEAD', 'DEAD', parent],
    ['DRILL', 'reclassify SPEC', 'SPEC', parent],
    ['VERIFY', 'reclassify DRILL', 'DRILL'],
    ['VERIFY', 'reclassify VALID', 'VALID', parent],
    ['VERIFY', 'reclassify DEAD', 'DEAD', parent],
    ['VERIFY', 'reclassify SPEC', 'SPEC', parent],
    ['VALID', 'reclassify DRILL', 'DRILL'],
    ['VALID', 'reclassify VERIFY', 'VERIFY'],
    ['VALID', 'reclassify DEAD', 'DEAD', parent],
    ['VALID', 'reclassify SPEC', 'SPEC', parent],
    ['DEAD', 'reclassify DRILL', 'DRILL'],
    ['DEAD', 'reclassify VERIFY', 'VERIFY'],
    ['DEAD', 'reclassify VALID', 'VALID', parent],
    ['DEAD', 'reclassify SPEC', 'SPEC', parent],
    ['SPEC', 'reclassify DRILL', 'DRILL'],
    ['SPEC', 'reclassify VERIFY', 'VERIFY'],
    ['SPEC', 'reclassify VALID', 'VALID', parent],
    ['SPEC', 'reclassify DEAD', 'DEAD', parent],
  ],
};

/** The two halves of FOUND are states of their own here; callers see FOUND. */
export const singleRoot: NodeTable = {
  protocol: 'single-root',
  states: ['EXPLORE', 'FOUND', 'VERIFY', 'DEAD'],
  foreign: ['DRILL', 'VALID', 'PROPOSED'],
  terminal: ['VERIFY', 'DEAD'],
  evidence: [],
  needsReason: true,
  onlyRoot: 'R1.A',
  early: { request: 'commit FOUND', before: 4, as: 'commit EXPLORE' },
  open: 'EXPLORE',
  claim: {
    ...{ waiting: 'claimed', held: 'verified', fallen: 'EXPLORE', yes: 'VERIFY' },
    ...{ says: ['VERIFY', 'verified'], again: ['FOUND'] },
  },
  rows: [
    ['PROPOSED', 'commit EXPLORE', 'EXPLORE'],
    ['PROPOSED', 'commit DEAD', 'DEAD'],
    ['PROPOSED', 'commit FOUND', 'claimed', overclaimed],
    ['PROPOSED', 'commit VERIFY', 'VERIFY', unclaimed],
    ['EXPLORE', 'reclassify FOUND', 'claimed', lockedLonger, overclaimed],
    ['EXPLORE', 'reclassify DEAD', 'DEAD', parent],
    ['claimed', 'reclassify EXPLORE', 'EXPLORE'],
    ['claimed', 'confirm', 'verified'],
    ['claimed', 'refute', 'EXPLORE'],
    ['verified', 'reclassify EXPLORE', 'EXPLORE'],
    ['verified', 'reopen', 'claimed'],
    ['verified', 'ask again', 'claimed'],
    ['VERIFY', 'reclassify EXPLORE', 'EXPLORE'],
    ['DEAD', 'reclassify EXPLORE', 'EXPLORE'],
  ],
};

export const shown = (state: string): string => (state === 'claimed' || state === 'verified' ? 'FOUND' : state);

export const withoutEvidence = ' without evidence';
export const withoutReason = ' without a reason';

/** Every request the rows speak of, and those they do not because they are refused everywhere or change no state. */
export function requestsOf({ states, foreign, evidence, needsReason }: NodeTable): string[] {
  const named = [...states, ...foreign];
  return [
    ...named.map((state) => `commit ${state}`),
    ...named.map((state) => `reclassify ${state}`),
    ...evidence.map((state) => `commit ${state}${withoutEvidence}`),
    ...(needsReason ? states.map((state) => `reclassify ${state}${withoutReason}`) : []),
    ...['propose again', 'propose child', 'withdraw'],
  ];
}

export function expected(table: NodeTable, circumstances: Circumstances, asked: string): Expected {
  const { early } = table;
  const request = early?.request === asked && circumstances.round < early.before ? early.as : asked;
  const codes = obstacles(table, circumstances, request);
  if (codes.length > 0) return { codes };
  const row = rowOf(table, circumstances.state, request);
  return { to: row?.[2] ?? circumstances.state };
}

/** All that is wrong is told at once, but for a missing edge, which is told alone. */
function obstacles(table: NodeTable, circumstances: Circumstances, request: string): string[] {
  const { state, isConfirmer, parentIsTerminal } = circumstances;
  if (request === 'propose again') return ['DUPLICATE_ID', ...(parentIsTerminal ? ['TERMINAL_PARENT'] : [])];
  if (request === 'withdraw') return state === 'PROPOSED' && !isConfirmer ? [] : ['NOT_WITHDRAWABLE'];
  if (request === 'propose child') {
    if (state === 'PROPOSED') return ['PARENT_NOT_FOUND'];
    return table.terminal.includes(state) ? ['TERMINAL_PARENT'] : [];
  }
  if (request.startsWith('commit ')) return commitObstacles(table, circumstances, request);
  return request.startsWith('reclassify ') ? reclassifyObstacles(table, circumstances, request) : [];
}

function commitObstacles(table: NodeTable, circumstances: Circumstances, request: string): string[] {
  const asked = request.replace(withoutEvidence, '');
  return [
    ...(circumstances.state === 'PROPOSED' ? [] : ['ALREADY_COMMITTED']),
    ...(isForeign(table, asked) ? ['UNKNOWN_STATE'] : []),
    ...standing(rowOf(table, 'PROPOSED', asked), circumstances),
    ...(asked === request ? [] : ['MISSING_EVIDENCE']),
  ];
}

function reclassifyObstacles(table: NodeTable, circumstances: Circumstances, request: string): string[] {
  const asked = request.replace(withoutReason, '');
  const reason = asked === request ? [] : ['MISSING_REASON'];
  const foreign = isForeign(table, asked) ? ['UNKNOWN_STATE'] : [];
  if (circumstances.state === 'PROPOSED') return ['NODE_NOT_FOUND', ...foreign, ...reason];
  if (foreign.length > 0) return [...foreign, ...reason];
  const row = rowOf(table, circumstances.state, asked);
  return row ? [...standing(row, circumstances), ...reason] : ['ILLEGAL_TRANSITION'];
}

const standing = (row: Row | undefined, circumstances: Circumstances): string[] =>
  (row?.slice(3) as Obstacle[] | undefined)?.flatMap(([code, stands]) => (stands(circumstances) ? [code] : [])) ?? [];

const rowOf = ({ rows }: NodeTable, state: string, request: string): Row | undefined =>
  rows.find(([from, asked]) => from === state && asked === request);

const isForeign = ({ foreign }: NodeTable, request: string): boolean =>
  foreign.includes(request.slice(request.indexOf(' ') + 1));
