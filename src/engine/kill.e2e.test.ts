import { auditOf } from '../testing/audit-cli.js';
import { connect, temporaryDir, type ProctorClient, type ToolReply } from '../testing/proctor-client.js';
import { proposalOf, resultOf } from '../testing/scripted-agent.js';

/** 25 in the suite; a campaign sets more. */
const kills = Number(process.env['PROCTOR_KILLS'] ?? 25);
/** A life is measured in answers, so that a slow machine is killed as often in the midst of its work as a fast one. */
const answersMax = 20;
const momentMsMax = 5;
const workers = 3;

interface Request {
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

/** A client that works on one session and never gives up on a request: what got no answer is asked again. */
class StubbornClient {
  readonly acknowledged = new Map<string, { node?: string; head: string }>();
  /** Requests the server had already carried out when it was killed, and those it had not. */
  readonly afterwards = { landed: 0, lost: 0 };
  sessionId = '';
  #unanswered: Request | undefined;
  #node = 0;
  #proposed = false;

  constructor(private readonly name: string) {}

  /** Works until the server is gone. */
  async work(proctor: ProctorClient, onAnswer: () => void): Promise<void> {
    for (;;) {
      const wasSent = this.#unanswered !== undefined;
      const request = (this.#unanswered ??= this.#next());
      const reply = await proctor.call(request.tool, request.args).catch(() => undefined);
      if (!reply) return;
      this.#answered(request, reply, wasSent);
      onAnswer();
    }
  }

  #next(): Request {
    const { sessionId } = this;
    if (sessionId === '')
      return { tool: 'tot_start', args: { query: this.name, protocol: 'classic', requestId: this.name } };
    if (!this.#proposed) this.#node += 1;
    const id = `R1.N${this.#node}`;
    if (this.#proposed) {
      const results = [resultOf(id, { state: 'DRILL', agentId: `${this.name}-${this.#node}` })];
      return { tool: 'tot_commit', args: { sessionId, results, requestId: `commit ${id}` } };
    }
    return { tool: 'tot_propose', args: { sessionId, nodes: [proposalOf(id, null)], requestId: `propose ${id}` } };
  }

  #answered({ tool, args }: Request, reply: ToolReply, wasSent: boolean): void {
    if (reply.data?.status !== 'OK') throw new Error(`${tool} was refused: ${reply.text}`);
    if (reply.data.repeated === true && !wasSent) throw new Error(`${tool} was done before it was asked`);
    if (wasSent) this.afterwards[reply.data.repeated === true ? 'landed' : 'lost'] += 1;
    this.#unanswered = undefined;
    const node = tool === 'tot_commit' ? { node: `R1.N${this.#node}` } : {};
    this.acknowledged.set(args['requestId'] as string, { head: reply.data.head, ...node });
    if (tool === 'tot_start') this.sessionId = reply.data.sessionId;
    else this.#proposed = tool === 'tot_propose';
  }
}

let data: Awaited<ReturnType<typeof temporaryDir>>;
const clients = Array.from({ length: workers }, (_, index) => new StubbornClient(`worker-${index}`));

/** One life of a server, ended at a moment nobody chose. */
async function live(): Promise<void> {
  const proctor = await connect(data.path);
  let answersLeft = Math.floor(Math.random() * answersMax);
  let lived = () => {};
  const life = new Promise<void>((resolve) => (lived = resolve));
  const onAnswer = () => {
    if (answersLeft-- <= 0) lived();
  };
  const work = Promise.all(clients.map((client) => client.work(proctor, onAnswer)));
  onAnswer();
  try {
    await Promise.race([life, work]);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * momentMsMax));
  } finally {
    process.kill(proctor.pid, 'SIGKILL');
  }
  await work;
  await proctor.close();
}

interface JournalLine {
  readonly seq: number;
  readonly outcome: string;
  readonly prev: string;
  readonly request?: { id: string };
  readonly command: { results?: { nodeId: string }[] };
}

/** What the journal holds of one session, read through a server. */
async function recordsOf(proctor: ProctorClient, sessionId: string): Promise<JournalLine[]> {
  const records: JournalLine[] = [];
  for (let after: string | undefined = ''; after !== undefined;) {
    const { contents } = await proctor.client.readResource({ uri: `session://${sessionId}/journal${after}` });
    const [page, more] = contents as { uri: string; text: string }[];
    records.push(...page!.text.split('\n').map((line) => JSON.parse(line)));
    after = more && `?${more.uri.split('?')[1]!}`;
  }
  return records;
}

/** Everything a session may show after all that: each request once, in sequence, and whatever was acknowledged. */
function expectWhole(records: readonly JournalLine[], { acknowledged }: StubbornClient): void {
  expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index + 1));
  expect(records.filter(({ outcome }) => outcome !== 'OK')).toEqual([]);
  const requests = new Set(records.map(({ request }) => request?.id ?? ''));
  expect(requests.size).toBe(records.length);
  expect([...acknowledged.keys()].filter((id) => !requests.has(id))).toEqual([]);
  // Of the requests that got no answer only the very last one was never repeated.
  expect(records.length - acknowledged.size).toBeLessThanOrEqual(1);

  const committed = records.flatMap(({ command }) => (command.results ?? []).map(({ nodeId }) => nodeId));
  const nodes = [...acknowledged.values()].flatMap(({ node }) => node ?? []);
  expect(new Set(committed).size).toBe(committed.length);
  expect(nodes.filter((node) => !committed.includes(node))).toEqual([]);

  const heads = [...acknowledged.values()].map(({ head }) => head.split(':') as [string, string]);
  const gone = heads.filter(([seq, hash]) => records[Number(seq)]?.prev.startsWith(hash) === false);
  expect(gone).toEqual([]);
}

beforeAll(async () => {
  data = await temporaryDir();
});

afterAll(async () => {
  await data.remove();
});

// A user whose editor crashed would find work gone that Proctor had said was saved, or would find it twice, or would find
// a session that no longer opens.
test(
  `a server killed ${kills} times loses nothing it acknowledged, does nothing twice, and always comes back`,
  async () => {
    for (let life = 0; life < kills; life += 1) await live();

    const proctor = await connect(data.path);
    for (const client of clients) {
      const { sessionId, acknowledged } = client;
      const records = await recordsOf(proctor, sessionId);
      expectWhole(records, client);
      const { data: status } = await proctor.call('tot_status', { sessionId });
      expect(status.totalNodes).toBe(records.filter(({ command }) => command.results).length);
      const { head } = [...acknowledged.values()].at(-1)!;
      const audit = await auditOf(data.path, sessionId, head);
      expect(audit).toMatchObject({ ok: true, damage: [], records: records.length, replay: { ok: true } });
    }
    await proctor.close();

    const sum = (count: (client: StubbornClient) => number) => clients.reduce((all, each) => all + count(each), 0);
    const figures = {
      kills,
      acknowledged: sum((each) => each.acknowledged.size),
      landed: sum((each) => each.afterwards.landed),
      lost: sum((each) => each.afterwards.lost),
    };
    if (process.env['PROCTOR_KILLS'] !== undefined) console.error(figures);
    expect(figures.acknowledged).toBeGreaterThan(kills);
    expect(figures.landed + figures.lost).toBeGreaterThan(0);
  },
  60_000 + kills * 2000,
);
