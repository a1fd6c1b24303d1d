import type { AcceptedRecord, JournalRecord } from '../../machines/schema/record.js';
import { openWorkspace, type Workspace } from '../cli/workspace.js';
import type { Repo } from '../testing/git-repo.js';
import { testDir } from '../testing/test-dir.js';
import { addProject, contract } from '../testing/ticket-team.js';
import { protocolNamed } from '../testing/tree-builder.js';
import { DashboardApi } from './api.js';
import { deciderAt } from './decisions.js';
import { PersonCode, wrongCodesMax } from './person-code.js';
import type { DecisionRequest } from './wire.js';

const dir = testDir();
let repo: Repo;
let workspace: Workspace;
let sessionId: string;
let code: PersonCode;
let api: DashboardApi;

const agent = { role: 'solo', known: 'claimed', agentId: 'e1' } as const;

beforeEach(async () => {
  repo = await addProject();
  const io = { env: process.env, home: dir.path, cwd: repo.dir, say: () => undefined };
  workspace = openWorkspace({ values: { data: `${dir.path}/data` } }, io);
  const session = { projectDir: repo.dir, protocol: protocolNamed('multi-gate') };
  const opened = await workspace.engine.execute(
    null,
    { type: 'tickets.open', session, tickets: [contract] },
    { by: agent },
  );
  ({ sessionId } = opened);
  code = new PersonCode();
  api = new DashboardApi(workspace.engine, { rules: workspace, decider: deciderAt('ada', code) });
});

afterEach(async () => {
  api.close();
  await workspace.engine.close();
  await repo.remove();
});

async function startAndAsk(): Promise<void> {
  const { engine } = workspace;
  const ticketId = 'T-1';
  await engine.execute(sessionId, { type: 'ticket.start', ticketId }, { by: agent });
  await engine.execute(
    sessionId,
    { type: 'ticket.escalate', ticketId, tried: 'All of it.', question: 'What now?' },
    { by: agent },
  );
}

const decisionsNow = async () => (await api.ticket(sessionId, 'T-1', null))?.decisions.map(({ decision }) => decision);
const records = async (): Promise<JournalRecord[]> => workspace.engine.records(sessionId, 0, 100);
const last = async () => (await records()).at(-1);

const retry = (more: Partial<DecisionRequest> = {}): DecisionRequest => ({
  code: code.shown,
  typed: 'T-1',
  decision: 'retry',
  ...more,
});
const errorsOf = async (body: unknown) =>
  ((await api.decide(sessionId, 'T-1', body))?.errors ?? []).map(({ error }) => error);

describe('what is offered', () => {
  test('is what the rules allow now, with what it needs', async () => {
    expect(await decisionsNow()).toEqual(['withdraw']);
    await startAndAsk();
    expect(await decisionsNow()).toEqual(['retry', 'investigate', 'withdraw', 'skip', 'force']);
    const answer = await api.ticket(sessionId, 'T-1', null);
    expect(answer).toMatchObject({
      personAsked: { asked: { question: 'What now?', tried: 'All of it.' } },
      undecidable: null,
    });
    expect(answer?.decisions).toContainEqual({
      ...{ decision: 'force', label: 'Force', about: 'hands it off whatever its gate says' },
      ...{ isNoteNeeded: true, word: 'OVERRIDE' },
    });
  });

  test('is nothing about the past', async () => {
    await startAndAsk();
    expect((await api.ticket(sessionId, 'T-1', 2))?.decisions).toEqual([]);
    expect((await api.ticket(sessionId, 'T-1', 3))?.decisions).not.toEqual([]);
  });

  test('is shown with what to do instead where nobody may decide', async () => {
    const blind = new DashboardApi(workspace.engine, { rules: workspace });
    const answer = await blind.ticket(sessionId, 'T-1', null);
    blind.close();
    expect(answer?.undecidable).toContain('proctor decide T-1');
    expect(answer?.decisions).toHaveLength(1);
  });
});

describe('who has the code', () => {
  test('decides, and the journal says who, how known, and why', async () => {
    await startAndAsk();
    expect(await api.decide(sessionId, 'T-1', retry({ note: 'The server is up.' }))).toBeUndefined();
    const record = (await last()) as AcceptedRecord;
    expect(record.by).toEqual({ role: 'person', known: 'person', agentId: 'ada', client: 'dashboard' });
    expect(record.command).toEqual({
      type: 'ticket.decide',
      ticketId: 'T-1',
      decision: 'retry',
      note: 'The server is up.',
    });
    const answer = await api.ticket(sessionId, 'T-1', null);
    expect(answer?.ticket.gate.status).toBe('EXECUTING');
    expect(answer?.story.people.items[0]?.by).toBe('ada, person (dashboard)');
  });

  test('hears of everything that is missing at once, and nothing is changed', async () => {
    await startAndAsk();
    const before = (await records()).length;
    expect(await errorsOf(retry({ decision: 'force', typed: 'T-2', word: 'override' }))).toEqual([
      ...['NOT_CONFIRMED', 'REASON_REQUIRED', 'OVERRIDE_NOT_TYPED'],
    ]);
    expect(await errorsOf(retry({ decision: 'skip', note: 'x', reason: 'laziness' }))).toEqual(['REASON_REFUSED']);
    expect(await errorsOf(retry({ decision: 'close', typed: '', note: 'x'.repeat(2001) }))).toEqual([
      ...['INVALID_INPUT', 'INVALID_INPUT', 'NOT_CONFIRMED'],
    ]);
    expect((await records()).length).toBe(before);
  });

  test('hears from the rules why it is not possible', async () => {
    const refusal = await api.decide(sessionId, 'T-1', retry());
    expect(refusal?.errors).toMatchObject([{ error: 'WRONG_STATUS' }]);
    expect(refusal?.errors[0]?.suggestion).not.toBe('');
  });

  test('forces with the word, and the label stays', async () => {
    await startAndAsk();
    expect(await errorsOf(retry({ decision: 'force', note: 'The demo is at noon.', word: 'OVERRIDE' }))).toEqual([]);
    expect((await api.ticket(sessionId, 'T-1', null))?.ticket.ticket).toMatchObject({ labels: ['forced'] });
  });
});

describe('who has not', () => {
  const wrong = () => (code.shown.startsWith('A') ? 'BBBB-BBBB' : 'AAAA-AAAA');

  test('is refused, and the journal shows that somebody tried', async () => {
    await startAndAsk();
    expect(await errorsOf(retry({ code: wrong() }))).toEqual(['PERSON_REQUIRED']);
    expect(await last()).toMatchObject({
      outcome: 'REJECTED',
      by: { role: 'solo', known: 'claimed', client: 'dashboard without the code' },
      refused: { type: 'ticket.decide' },
    });
    expect(await decisionsNow()).toContain('retry');
  });

  test('is not believed any more after a few tries, not even with the right one', async () => {
    await startAndAsk();
    for (let tries = 0; tries < wrongCodesMax; tries += 1) await api.decide(sessionId, 'T-1', retry({ code: wrong() }));
    const before = (await records()).length;
    const refusal = await api.decide(sessionId, 'T-1', retry());
    expect(refusal?.errors).toMatchObject([{ error: 'PERSON_REQUIRED' }]);
    expect(refusal?.errors[0]?.suggestion).toContain('Start the dashboard again');
    expect((await records()).length).toBe(before);
  });

  test('cannot decide where no person started the dashboard, whatever the code', async () => {
    await startAndAsk();
    const blind = new DashboardApi(workspace.engine, { rules: workspace });
    expect(await blind.decide(sessionId, 'T-1', retry())).toMatchObject({ errors: [{ error: 'PERSON_REQUIRED' }] });
    blind.close();
    expect(await last()).toMatchObject({ outcome: 'REJECTED', by: { client: 'dashboard without a terminal' } });
  });
});

test.each([null, 'retry', [], { decision: 'retry' }, { ...{ code: 'x', typed: 'T-1', decision: 'retry' }, by: 'me' }])(
  'a request that is none is told so: %j',
  async (body) => {
    expect(await errorsOf(body)).toContain('INVALID_INPUT');
  },
);
