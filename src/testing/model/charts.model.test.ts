/**
 * Paths over every chart, walked through a real MCP client on a real server process, each answer compared with tables
 * written by hand. A chart that lost an edge, a rule that was dropped, a reply that tells something else: a user would
 * see a cheat accepted, or honest work refused. `npm run coverage:charts` prints what was reached.
 */
import { join } from 'node:path';
import { chartsFor } from '../../../machines/charts.js';
import * as rules from '../../../machines/rules/index.js';
import { engineCodes } from '../../engine/refusals.js';
import { makeRepo, type Repo } from '../git-repo.js';
import { connect, temporaryDir, type ProctorClient } from '../proctor-client.js';
import { ScriptedAgent } from '../scripted-agent.js';
import { claudeProject, put } from '../transcript-files.js';
import { protocolNamed } from '../tree-builder.js';
import { edgesOf, refusalName, transitionName } from './chart-edges.js';
import { playScenario, scenarios } from './code-scenarios.js';
import { ChartCoverage } from './coverage.js';
import { NodeWalk } from './node-walk.js';
import { classic, multiGate, singleRoot } from './node-table.js';
import { roundPaths, walkRound } from './round-driver.js';
import { sessionPaths, walkEnding, walkGivingUp, walkSession } from './session-driver.js';
import { endings } from './session-table.js';
import { tellCoverage } from './tell-coverage.js';

const charts = chartsFor(protocolNamed('multi-gate'));
const classicCharts = chartsFor(protocolNamed('classic'));
const singleRootCharts = chartsFor(protocolNamed('single-root'));

/** A terminal node never has children: none may be proposed below it, and with children it would not be terminal. */
const childlessForSure = ['VALID', 'DEAD', 'SPEC'].flatMap((from) =>
  ['VALID', 'DEAD', 'SPEC']
    .filter((to) => to !== from)
    .map((to) => refusalName(from, `reclassify.${to}`, 'HAS_CHILDREN')),
);

const coverage = {
  node: new ChartCoverage(edgesOf(charts.node)),
  classic: new ChartCoverage(edgesOf(classicCharts.node), childlessForSure),
  // An early find is recorded as something else before it comes to the chart.
  singleRoot: new ChartCoverage(edgesOf(singleRootCharts.node), [
    refusalName('PROPOSED', 'commit.FOUND', 'STATE_LOCKED'),
  ]),
  round: new ChartCoverage(edgesOf(charts.round)),
  // A session that is not made yet has no ticket that could be told anything.
  session: new ChartCoverage(edgesOf(charts.session), [transitionName('empty', 'ticket.event', 'empty')]),
};
const codesMet = new Set<string>();
const timeoutMs = 240_000;

let proctor: ProctorClient;
let repo: Repo;
let data: Awaited<ReturnType<typeof temporaryDir>>;

beforeAll(async () => {
  data = await temporaryDir();
  repo = await makeRepo({ 'proctor.config.json': '{ "commands": { "allow": ["node check.mjs"] } }' });
  // Where it is started, whoever starts it vouches for the config.
  proctor = await connect(data.path, [], { cwd: repo.dir });
}, timeoutMs);

afterAll(async () => {
  await proctor.close();
  await repo.rm();
  await data.remove();
}, timeoutMs);

/** Adds what a walk took to the time of its chart. */
async function timed<T>(chart: ChartCoverage, walk: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await walk();
  chart.seconds += (performance.now() - from) / 1000;
  return result;
}

const noteCodes = (codes: Iterable<string>) => {
  for (const code of codes) codesMet.add(code);
};

describe('a node goes where the table says, and nowhere else', () => {
  const findings = { table: singleRoot, chart: singleRootCharts.node, covers: coverage.singleRoot };
  const situations = [
    { table: multiGate, chart: charts.node, covers: coverage.node, depth: 1, isConfirmer: false },
    { table: multiGate, chart: charts.node, covers: coverage.node, depth: 2, isConfirmer: false },
    { table: multiGate, chart: charts.node, covers: coverage.node, depth: 3, isConfirmer: false },
    { table: multiGate, chart: charts.node, covers: coverage.node, depth: 4, isConfirmer: false },
    { table: multiGate, chart: charts.node, covers: coverage.node, depth: 4, isConfirmer: true },
    { table: classic, chart: classicCharts.node, covers: coverage.classic, depth: 1, isConfirmer: false },
    { table: classic, chart: classicCharts.node, covers: coverage.classic, depth: 3, isConfirmer: false },
    ...[1, 3, 4].map((depth) => ({ ...findings, depth, isConfirmer: false })),
    { ...findings, depth: 5, isConfirmer: true },
  ];

  test.each(situations)(
    '$table.protocol in round $depth, as a confirmer: $isConfirmer',
    async ({ table, chart, covers, ...situation }) => {
      const { protocol } = table;
      const walk = new NodeWalk({ table, chart, situation, covers });
      await timed(covers, () => walk.all(() => ScriptedAgent.start(proctor, { protocol, minRoots: 1 })));
      noteCodes(walk.codes);
    },
    timeoutMs,
  );

  test.each([multiGate, classic, singleRoot])('every row of the $protocol table was walked', ({ protocol, rows }) => {
    const covers = { classic: coverage.classic, 'single-root': coverage.singleRoot }[protocol] ?? coverage.node;
    const names = rows.map(([from, request]) => `${from}: ${request}`);
    expect(names.filter((name) => !covers.rows.has(name))).toEqual([]);
  });
});

describe('a round is open or complete as the table says', () => {
  test(
    'over every path',
    async () => {
      for (const path of roundPaths(charts)) {
        noteCodes(await timed(coverage.round, () => walkRound(proctor, path, coverage.round)));
        coverage.round.paths += 1;
      }
    },
    timeoutMs,
  );
});

describe('a session ends as the table says', () => {
  test(
    'over every path',
    async () => {
      for (const path of sessionPaths(charts)) {
        noteCodes(await timed(coverage.session, () => walkSession(proctor, repo.dir, path, coverage.session)));
        coverage.session.paths += 1;
      }
    },
    timeoutMs,
  );

  test.each(endings)(
    'with $name',
    async (ending) => {
      noteCodes(await timed(coverage.session, () => walkEnding(proctor, ending, coverage.session)));
      coverage.session.paths += 1;
    },
    timeoutMs,
  );

  test(
    'when somebody gives up',
    async () => {
      noteCodes(await timed(coverage.session, () => walkGivingUp(proctor, coverage.session)));
      coverage.session.paths += 1;
    },
    timeoutMs,
  );
});

describe('the codes off every path', () => {
  test.each(scenarios)('$name', async (scenario) => noteCodes(await playScenario(proctor, scenario)), timeoutMs);
});

test(
  'an agent that the transcripts of its client do not show',
  async () => {
    const transcripts = await temporaryDir();
    await put(join(claudeProject(transcripts.path, repo.dir), 'parent-1.jsonl'), '{}\n');
    const own = await connect(data.path, ['--transcripts', transcripts.path], { cwd: repo.dir });
    try {
      const agent = await ScriptedAgent.start(own, { protocol: 'single-root' });
      await agent.propose('R1.A', null);
      const told = await agent.refused.commit({ 'R1.A': { state: 'EXPLORE', agentId: 'nobody-1' } });
      expect(told).toEqual(['FAKE_AGENT R1.A']);
      noteCodes(agent.codes);
    } finally {
      await own.close();
      await transcripts.remove();
    }
  },
  timeoutMs,
);

describe('what was reached', () => {
  const everyRule = [
    ...[...rules.proposeRules, ...rules.commitRules, ...rules.reclassifyRules, ...rules.endRules],
    ...[rules.edgeRule, rules.giveUpRule, rules.closedRule, rules.investigationRule],
  ];
  const everyCode = [...new Set([...everyRule.map(({ code }) => code), ...Object.keys(engineCodes)])].sort();

  test.each(Object.values(coverage).map((each) => [each.edges.chart, each] as const))('all of %s', (_chart, each) => {
    expect(each.missing()).toEqual([]);
  });

  test('every code, and none that is not written down', () => {
    expect([...codesMet].sort()).toEqual(everyCode);
  });

  test('is told to whoever asked for it', () => {
    expect(tellCoverage('charts', Object.values(coverage), { all: everyCode, met: codesMet })).toBeGreaterThan(0);
  });
});
