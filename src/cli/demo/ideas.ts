/**
 * What the demo's agent looks into and what it finds: one entry a node, with its honest result. Data only; the order in
 * which it is told, and where the agent cheats, stand in story.ts.
 */
import type { CommitResult, Proposal } from '../../../machines/schema/command.js';

/** Titles fit a line of 80 columns at their depth, notes included. */
export type Idea = Omit<Proposal, 'id'> & Omit<CommitResult, 'nodeId'>;

export const query = 'Why does checkout time out under load?';

const round1 = {
  'R1.A': {
    parent: null,
    title: 'The payment provider is slow',
    plannedAction: 'Read the traces of the charge call during last night’s load test.',
    state: 'DEAD',
    findings: 'The provider answers as fast under load as without it.',
    evidence: 'Traces of 4,112 charges at 200 rps: p50 140 ms, p99 210 ms; idle: p50 138 ms, p99 205 ms.',
  },
  'R1.B': {
    parent: null,
    title: 'Requests wait for a database connection',
    plannedAction: 'Plot how long requests wait in src/db/pool.ts while the load rises.',
    state: 'DRILL',
    findings: 'After four minutes at 200 rps every request waits in src/db/pool.ts:42 until it times out.',
  },
  'R1.C': {
    parent: null,
    title: 'Garbage collection stops the process',
    plannedAction: 'Run the load test with --trace-gc and look for long pauses.',
    state: 'DEAD',
    findings: 'Pauses are short, and they do not grow with the load.',
    evidence: 'node --trace-gc during 10 minutes at 200 rps: 1,930 pauses, the longest of them 11 ms.',
  },
  'R1.D': {
    parent: null,
    title: 'Retries multiply the load',
    plannedAction: 'Count retried requests at the load balancer before and after the first timeout.',
    state: 'VERIFY',
    findings: 'Retries triple the traffic, but the log does not show whether before or after the first timeout.',
  },
  'R1.E': {
    parent: null,
    title: 'Orders queue behind one row lock',
    plannedAction: 'Sample pg_locks every second during the load test.',
    state: 'VERIFY',
    findings: 'There are lock waits on the stock table; how long they last is not in the sample.',
  },
} satisfies Record<string, Idea>;

const round2 = {
  'R2.B1': {
    parent: 'R1.B',
    title: 'The pool is too small',
    plannedAction: 'Compare the pool’s size with the connections the load needs.',
    state: 'VERIFY',
    findings: 'Twenty connections should carry 200 rps: a query takes 6 ms. A larger pool has to be tried.',
  },
  'R2.B2': {
    parent: 'R1.B',
    title: 'Connections are not given back',
    plannedAction: 'Watch checked-out connections while the load falls to zero.',
    state: 'VERIFY',
    findings: 'Two minutes after the load ended, all 20 connections were still checked out.',
  },
  'R2.B3': {
    parent: 'R1.B',
    title: 'The database is saturated',
    plannedAction: 'Read processor, disk and slow-query log of the database during the test.',
    state: 'DEAD',
    findings: 'The database is nearly idle while requests time out.',
    evidence: 'pg_stat_statements and vmstat at the moment of the timeouts: 9 % processor, no query over 20 ms.',
  },
  'R2.D1': {
    parent: 'R1.D',
    title: 'Clients retry before the timeout',
    plannedAction: 'Line up the first retry of each client with its first timeout.',
    state: 'VERIFY',
    findings: 'The first retries come after the first timeouts; a run without retries has to show it.',
  },
  'R2.E1': {
    parent: 'R1.E',
    title: 'Stock rows stay locked for long',
    plannedAction: 'Measure the length of each lock wait on the stock table.',
    state: 'VERIFY',
    findings: 'Most waits last 3 ms; the longest ones need a look during the timeouts themselves.',
  },
} satisfies Record<string, Idea>;

const round3 = {
  'R3.B1a': {
    parent: 'R2.B1',
    title: 'A pool of 40 is enough',
    plannedAction: 'Double the pool in src/db/pool.ts and run the same load.',
    state: 'DEAD',
    findings: 'A larger pool runs dry as well, only later.',
    evidence: 'Pool of 20: first timeout after 4 min 05 s. Pool of 40: after 8 min 11 s. Same load, three runs each.',
  },
  'R3.B2a': {
    parent: 'R2.B2',
    title: 'A leak in charge.ts',
    plannedAction: 'Find out which code holds the connections that never come back.',
    state: 'VALID_PENDING',
    findings: 'Every connection that is not given back was taken in src/checkout/charge.ts.',
    evidence:
      'pg_stat_activity: 20 of 20 idle in transaction, opened at src/checkout/charge.ts:61, which holds them during the card charge.',
    agentId: 'explorer',
  },
  'R3.D1a': {
    parent: 'R2.D1',
    title: 'Without retries it is gone',
    plannedAction: 'Run the load with retries switched off.',
    state: 'VERIFY',
    findings: 'One run without retries lasted a little longer; once may be chance.',
  },
  'R3.E1a': {
    parent: 'R2.E1',
    title: 'Long lock waits at the timeout',
    plannedAction: 'Sample pg_locks ten times a second from the third minute on.',
    state: 'VERIFY',
    findings: 'One wait of 14 ms in a short sample; the sample has to cover a whole run.',
  },
} satisfies Record<string, Idea>;

const round4 = {
  'R4.B2a1': {
    parent: 'R3.B2a',
    title: 'Moving the charge out helps',
    plannedAction: 'Move the card charge out of the transaction and run the load again.',
    state: 'DEAD',
    findings: 'The card charge is not what keeps the connections.',
    evidence: 'With the charge moved out of the transaction the pool still ran dry, after 4 min 03 s and 4 min 07 s.',
    agentId: 'checker',
  },
  'R4.B2a2': {
    parent: 'R3.B2a',
    title: 'Always releasing helps',
    plannedAction: 'Release in a finally block, run the load for 30 minutes, then take the change out again.',
    state: 'VALID',
    findings: 'With the connection always released the timeouts are gone; without the change they are back.',
    evidence:
      '30 minutes at 200 rps: no timeout, at most 9 of 20 connections in use. Change reverted: dry after 4 min 04 s.',
    agentId: 'second-checker',
  },
  'R4.D1a1': {
    parent: 'R3.D1a',
    title: 'It stays gone in three runs',
    plannedAction: 'Three more runs with retries off; note the time of the first timeout.',
    state: 'DEAD',
    findings: 'Retries are a consequence: without them the timeouts come at the same time.',
    evidence:
      'Retries off, three runs: first timeout after 4 min 02 s, 4 min 09 s and 4 min 04 s; with retries 4 min 05 s.',
  },
  'R4.E1a1': {
    parent: 'R3.E1a',
    title: 'Long lock waits in a whole run',
    plannedAction: 'Sample from start to first timeout, ten times a second.',
    state: 'DEAD',
    findings: 'Locks are not what requests wait for.',
    evidence: '2,460 samples of pg_locks over one run: longest wait 14 ms, none at the moment of the first timeout.',
  },
} satisfies Record<string, Idea>;

export const ideas = { ...round1, ...round2, ...round3, ...round4 };
export type IdeaId = keyof typeof ideas;

/** What the second claim rests on, after the first was refuted. */
export const secondLook = {
  doubt: 'The charge does not hold the connections: look at every path on which src/checkout/charge.ts returns.',
  claim: 'The early return for declined cards explains the leak, and why it takes four minutes at this load.',
  evidence:
    'src/checkout/charge.ts:88 returns on a declined card without release(). The load has 5 declined cards a minute: 20 connections are gone in 4 minutes.',
};
