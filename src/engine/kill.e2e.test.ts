import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { auditOf } from '../testing/audit-cli.js';
import { makeRepo, type Repo } from '../testing/git-repo.js';
import { faultsIn, journalOf, type JournalLine } from '../testing/load/journal-lines.js';
import { processesIn } from '../testing/load/processes-in.js';
import type { StubbornCaller } from '../testing/load/stubborn-caller.js';
import { StubbornInvestigator } from '../testing/load/stubborn-investigator.js';
import { StubbornTeam, teamProject } from '../testing/load/stubborn-team.js';
import { cutShortIn, faultsInRuns, outputsOf } from '../testing/load/ticket-runs.js';
import { connect, temporaryDir, type ProctorClient } from '../testing/proctor-client.js';
import { until } from '../testing/until.js';

/** 20 in the suite; a campaign sets more. */
const kills = Number(process.env['PROCTOR_KILLS'] ?? 20);
const investigatorsCount = 3;
const teamsCount = 2;

/**
 * A life is measured in answers, so that a slow machine is killed as often in the midst of its work as a fast one. Answers
 * about tickets take longer, so every other life is measured in those alone.
 */
const lives = {
  nodes: { answersMax: 20, momentMsMax: 5, nodesMost: Infinity, ticketsMost: 0 },
  tickets: { answersMax: 8, momentMsMax: 150, nodesMost: 5, ticketsMost: Infinity },
} as const;
const runMs = 60;

let data: Awaited<ReturnType<typeof temporaryDir>>;
let repo: Repo;
const teams: StubbornTeam[] = [];
const investigators = Array.from(
  { length: investigatorsCount },
  (_, index) => new StubbornInvestigator(`worker-${index}`),
);

beforeAll(async () => {
  [data, repo] = await Promise.all([temporaryDir(), makeRepo(teamProject)]);
  for (let index = 0; index < teamsCount; index += 1) {
    const name = `team-${index}`;
    const workDir = `${repo.dir}-${index}`;
    await repo.git('worktree', 'add', '-q', '-b', name, workDir);
    teams.push(new StubbornTeam(name, { workDir, runMs }));
  }
});

afterAll(async () => {
  for (const { workDir } of teams) await repo.git('worktree', 'remove', '--force', workDir);
  await Promise.all([data.remove(), repo.rm()]);
});

const serverNow = async () => connect(data.path, [], { cwd: repo.dir });

/** One life of a server, ended at a moment nobody chose. */
async function live({ answersMax, momentMsMax, ...most }: (typeof lives)[keyof typeof lives]): Promise<void> {
  const proctor = await serverNow();
  let answersLeft = Math.floor(Math.random() * answersMax);
  let lived = () => {};
  const life = new Promise<void>((resolve) => (lived = resolve));
  const onAnswer = () => {
    if (answersLeft-- <= 0) lived();
  };
  const counted = most.ticketsMost > 0 ? undefined : onAnswer;
  const work = Promise.all([
    ...investigators.map(async (each) => each.work(proctor, counted, most.nodesMost)),
    ...teams.map(async (each) => each.work(proctor, onAnswer, most.ticketsMost)),
  ]);
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

/** With a server that nobody kills, each team closes the ticket it is at. */
async function finish(proctor: ProctorClient): Promise<void> {
  await Promise.all(
    teams.map(async (team) => {
      while (team.isAtWork) await team.work(proctor, undefined, 1);
    }),
  );
}

/** Everything a session may show after all that: each request once, in sequence, and whatever was acknowledged. */
async function expectWhole(proctor: ProctorClient, caller: StubbornCaller): Promise<JournalLine[]> {
  const records = await journalOf(proctor, caller.sessionId);
  expect(faultsIn(records, caller)).toEqual([]);
  expect(records.filter(({ outcome }) => outcome !== 'OK')).toEqual([]);
  const { head } = [...caller.acknowledged.values()].at(-1)!;
  const audit = await auditOf(data.path, caller.sessionId, head);
  expect(audit).toMatchObject({ ok: true, damage: [], records: records.length, replay: { ok: true } });
  return records;
}

/** No run was lost, no attempt charged, no commit made twice. */
async function expectProven(proctor: ProctorClient, team: StubbornTeam): Promise<JournalLine[]> {
  const records = await expectWhole(proctor, team);
  const { sessionId, closed } = team;
  expect(closed.flatMap((ticketId) => faultsInRuns(records, ticketId))).toEqual([]);
  expect(records.filter(({ command }) => command.type === 'ticket.start')).toHaveLength(closed.length);
  expect(records.filter(({ command }) => /expire|late/.test(command.type))).toEqual([]);
  const kept = new Set(await readdir(join(data.path, 'sessions', sessionId, 'output')));
  expect(outputsOf(records).filter((hash) => !kept.has(hash))).toEqual([]);
  const commits = (await repo.git('log', '--format=%s', team.name, '^main')).split('\n');
  expect(commits.sort()).toEqual(closed.map((id) => `${id}: Finish ${id}`).sort());
  return records;
}

// A user whose editor crashed would find work gone that Proctor had said was saved, or would find it twice, or would find
// a session that no longer opens; or a ticket that lost an attempt, or a test run that nobody ends.
test(
  `a server killed ${kills} times loses nothing it acknowledged, does nothing twice, and always comes back`,
  async () => {
    for (let life = 1; life <= kills; life += 1) {
      await live(life % 2 === 0 ? lives.tickets : lives.nodes);
      if (life % 100 === 0) process.stderr.write(`${life} kills\n`);
    }
    for (const { workDir } of teams)
      await until(async () => ((await processesIn(workDir)).length === 0 ? true : undefined));

    const proctor = await serverNow();
    await finish(proctor);
    const ofTickets: JournalLine[] = [];
    for (const team of teams) ofTickets.push(...(await expectProven(proctor, team)));
    for (const investigator of investigators) {
      const records = await expectWhole(proctor, investigator);
      // Of the requests that got no answer only the very last one was never repeated.
      expect(records.length - investigator.acknowledged.size).toBeLessThanOrEqual(1);
      const { data: status } = await proctor.call('tot_status', { sessionId: investigator.sessionId });
      expect(status.totalNodes).toBe(records.filter(({ command }) => command.results).length);
    }
    await proctor.close();

    const callers = [...investigators, ...teams];
    const sum = (count: (caller: StubbornCaller) => number) => callers.reduce((all, each) => all + count(each), 0);
    const figures = {
      kills,
      acknowledged: sum((each) => each.acknowledged.size),
      landed: sum((each) => each.afterwards.landed),
      lost: sum((each) => each.afterwards.lost),
      tickets: teams.reduce((all, { closed }) => all + closed.length, 0),
      runs: outputsOf(ofTickets).length,
      cutShort: cutShortIn(ofTickets),
    };
    if (process.env['PROCTOR_KILLS'] !== undefined) console.error(figures);
    expect(figures.acknowledged).toBeGreaterThan(kills);
    expect(figures.landed + figures.lost).toBeGreaterThan(0);
    expect(figures.tickets).toBeGreaterThan(0);
  },
  60_000 + kills * 3000,
);
