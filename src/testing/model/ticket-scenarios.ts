/** Calls that meet the codes of opening tickets, and of those that are about a ticket somebody else's, elsewhere, or none. */
import assert from 'node:assert';
import { join } from 'node:path';
import { temporaryDir } from '../proctor-client.js';
import type { Scenario } from './gate-scenarios.js';
import { person, type TicketBench } from './ticket-bench.js';
import { contractOf, TicketScene } from './ticket-scene.js';
import { codesOf } from './ticket-shapes.js';

type Spoilt = Record<string, unknown>;

/** What is wrong with a batch, by what it is told. */
const batches: readonly (readonly [codes: string[], ...tickets: Spoilt[]])[] = [
  [['DUPLICATE_TICKET'], { id: 'X' }, { id: 'X', title: 'Another' }],
  [['DUPLICATE_TICKET'], { id: 'A', title: 'Another' }],
  [['DUPLICATE_CONTRACT'], { id: 'X', files: ['src/A/**'], title: 'Write A', verify: 'node check.mjs A' }],
  [['DUPLICATE_CONTRACT'], { id: 'X' }, { id: 'Y', title: 'Write X', files: ['src/X/**'], verify: 'node check.mjs X' }],
  [['NO_VERIFY'], { id: 'X', verify: '  ' }],
  [['SHELL_SYNTAX'], { id: 'X', verify: 'node check.mjs X | tail' }],
  [['VACUOUS_VERIFY', 'COMMAND_NOT_ALLOWED'], { id: 'X', verify: 'true && echo done' }],
  [['COMMAND_NOT_ALLOWED'], { id: 'X', verify: 'npm test' }],
  [['VAGUE_DONE'], { id: 'X', done: ['It works'] }],
  [['UNKNOWN_DEPENDENCY'], { id: 'X', dependsOn: ['Z'] }],
  [['DEPENDENCY_CYCLE'], { id: 'X', dependsOn: ['Y'] }, { id: 'Y', dependsOn: ['X'] }],
  [['BAD_TIMEOUT'], { id: 'X', timeouts: { verifySeconds: 301 } }],
  [
    ['NO_VERIFY', 'VAGUE_DONE', 'UNKNOWN_DEPENDENCY', 'BAD_TIMEOUT'],
    { id: 'X', verify: '', done: ['Done'], dependsOn: ['Z'], timeouts: { executorSeconds: 901 } },
  ],
];

const opening: Scenario = {
  name: 'contracts that are none',
  async play(bench) {
    const { sessionId } = await TicketScene.open(bench, { A: { verify: 'node check.mjs A' } });
    const before = await board(bench, sessionId);
    const met: string[] = [];
    for (const [codes, ...spoilt] of batches) {
      // A sound one beside them: a batch is all or nothing.
      const tickets = [{ id: 'sound' }, ...spoilt].map(({ id, ...rest }) => contractOf(String(id), rest));
      const told = codesOf(await bench.call('ticket_open', { sessionId, tickets }));
      assert.deepStrictEqual([...new Set(told)], codes, JSON.stringify(spoilt));
      met.push(...told);
    }
    assert.deepStrictEqual(await board(bench, sessionId), before, 'refused, and opened all the same');
    return met;
  },
};

/** Ids and statuses of all tickets. */
async function board(bench: TicketBench, sessionId: string): Promise<unknown> {
  const { tickets } = await bench.call('ticket_status', { sessionId });
  return (tickets as { ticketId: string; status: string }[]).map(({ ticketId, status }) => [ticketId, status]);
}

const limit: Scenario = {
  name: 'a session that is full',
  async play(bench) {
    const { sessionId } = await TicketScene.open(bench, { A: {} });
    const open = async (from: number, count: number) => {
      const tickets = Array.from({ length: count }, (_, index) => contractOf(`N-${from + index}`));
      return codesOf(await bench.call('ticket_open', { sessionId, tickets }));
    };
    for (let batch = 0; batch < 19; batch += 1) assert.deepStrictEqual(await open(batch * 50, 50), []);
    assert.deepStrictEqual(await open(950, 50), ['TICKET_LIMIT']);
    assert.deepStrictEqual(await open(950, 49), []);
    assert.deepStrictEqual(await open(999, 1), ['TICKET_LIMIT']);
    return ['TICKET_LIMIT'];
  },
};

const elsewhere: Scenario = {
  name: 'directories that git knows nothing of',
  async play(bench) {
    const { path, remove } = await temporaryDir();
    try {
      const args = { projectDir: path, tickets: [contractOf('A')] };
      const told = codesOf(await bench.call('ticket_open', args));
      assert.deepStrictEqual(told, ['NO_GIT', 'COMMAND_NOT_ALLOWED']);
      const scene = await TicketScene.open(bench, { A: {}, B: {} });
      assert.deepStrictEqual(await scene.start('A', { workDir: path }), ['NO_GIT']);
      const tree = join(path, 'tree');
      await bench.repo.git('worktree', 'add', '-q', '--detach', tree);
      assert.deepStrictEqual(await scene.start('A', { workDir: tree }), []);
      await bench.repo.git('worktree', 'remove', '--force', tree);
      const lost = await scene.submit('A', { status: 'success' });
      assert.deepStrictEqual(codesOf(lost).includes('NO_GIT'), true, codesOf(lost).join());
      assert.deepStrictEqual(await scene.fail('A'), [], 'a failure looks at no files');
      return ['NO_GIT'];
    } finally {
      await remove();
    }
  },
};

const strangers: Scenario = {
  name: 'tickets that are not there, and callers in another role',
  async play(bench) {
    const scene = await TicketScene.open(bench, { A: {} });
    const ask = async (ticketId: string) => [
      await scene.start(ticketId),
      await scene.review(ticketId, 'REJECTED'),
      await scene.escalate(ticketId),
      await scene.call('ticket_submit', ticketId, { ...said, by: { role: 'executor', agentId: 'e1' } }),
      await scene.decide(ticketId, 'retry'),
      await scene.decide(ticketId, 'withdraw', { by: person, note: 'Nobody needs it.' }),
      await scene.force(ticketId),
    ];
    const said = { attempt: 1, status: 'failure', filesModified: [], evidence: '', doneCriteriaMet: false };
    for (const told of await ask('nobody')) assert.deepStrictEqual(told, ['TICKET_NOT_FOUND']);
    const missing = await bench.call('ticket_status', { sessionId: scene.sessionId, ticketId: 'nobody' });
    assert.deepStrictEqual(codesOf(missing), ['TICKET_NOT_FOUND']);
    const as = (role: string) => ({ by: { role, agentId: 'x1' } });
    const { sessionId } = scene;
    const masked = [
      codesOf(await bench.call('ticket_open', { sessionId, tickets: [contractOf('B')], ...as('executor') })),
      await scene.start('A', as('planner')),
      await scene.call('ticket_submit', 'A', { ...said, ...as('architect') }),
      await scene.call('ticket_review', 'A', { ...verdict, ...as('executor') }),
    ];
    for (const told of masked) assert.deepStrictEqual(told, ['WRONG_ROLE']);
    return ['TICKET_NOT_FOUND', 'WRONG_ROLE'];
  },
};

const verdict = {
  verdict: 'REJECTED',
  confidence: 'HIGH',
  findings: [],
  concerns: [],
  recommendation: 'retry',
  feedback: '',
};

export const ticketScenarios: readonly Scenario[] = [opening, limit, elsewhere, strangers];
