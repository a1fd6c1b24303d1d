/**
 * What people and agents are shown of a few sessions, as a whole and byte for byte. Other tests say what must be in it; this
 * one notices what nobody thought of: a field that is gone, a deadline that is shown too long, an edge drawn to the wrong
 * node. After a change that is meant: PROCTOR_GOLDEN=write, then read the difference.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import type { AcceptedRecord } from '../../machines/schema/record.js';
import { begin, fold } from '../session/fold.js';
import type { SessionState } from '../session/state.js';
import { agent, BoardPlay, person } from '../testing/board-play.js';
import { checked, closed, forceOff, handOff, validated } from '../testing/board-stories.js';
import { accepted, investigation, type Investigation } from '../testing/investigation.js';
import { sampleBoard } from '../testing/sample-board.js';
import { claimAgain, halfSolved, solved } from '../testing/sample-trees.js';
import { found } from '../testing/single-root-trees.js';
import { minute } from '../testing/ticket-samples.js';
import { protocolNamed } from '../testing/tree-builder.js';
import { boardPage } from './board-page.js';
import { briefChart } from './brief-chart.js';
import { chartTexts } from './chart-list.js';
import { chartPage } from './chart-page.js';
import { logEntry, losingChildren } from './log-entry.js';
import { nodeDetail } from './node-detail.js';
import { nodePage, nodeSummary } from './node-page.js';
import { nodeStory } from './node-story.js';
import { overviewOf } from './overview.js';
import { possibleMoves } from './possible.js';
import { possibleTicketMoves } from './possible-ticket.js';
import { stateMd } from './state-md.js';
import { svgOf } from './svg.js';
import { ticketDetail } from './ticket-detail.js';
import { ticketStory } from './ticket-story.js';

/** A line for each thing told, so that a difference shows where it is. */
function json(value: object): string {
  const lines = Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    Array.isArray(member)
      ? member.map((each, at) => `${name} ${at}: ${JSON.stringify(each)}`)
      : [`${name}: ${JSON.stringify(member)}`],
  );
  return `${lines.join('\n')}\n`;
}

function log(records: readonly AcceptedRecord[]): unknown[] {
  const [first, ...rest] = records;
  const state = begin('s-1', first!);
  const entries = rest.map((record) => {
    const losing = losingChildren(state, record);
    fold(state, record);
    return logEntry(state, record, losing);
  });
  return [logEntry(begin('s-1', first!), first!, []), ...entries];
}

const nodesOf = (state: SessionState, records: readonly AcceptedRecord[]) =>
  [...state.tree.all()].map(({ id }) => {
    const summary = nodeSummary(state, id)!;
    return {
      detail: nodeDetail(summary, records),
      story: nodeStory(state, summary, records),
      moves: possibleMoves(state, id),
    };
  });

const query = 'Why does the <login> take & keep wrong passwords, and only on Tuesdays?';

const ofTree = ({ state, journal }: Investigation): string =>
  json({
    ...{ overview: overviewOf(state), page: nodePage(state, undefined) },
    ...{ nodes: nodesOf(state, journal), log: log(journal) },
  });

const ofBoard = ({ state, board, journal }: BoardPlay): string =>
  json({
    ...{ overview: overviewOf(state), page: boardPage(state, undefined, journal), log: log(journal) },
    tickets: ['T-1', 'T-3', 'T-8']
      .flatMap((id) => board.get(id) ?? [])
      .map((ticket) => ({
        detail: ticketDetail(board, ticket, journal),
        story: ticketStory(board, ticket, journal),
        moves: possibleTicketMoves(state, ticket),
      })),
  });

/** A claim that fell and was made again, a proposal taken back, agents, evidence and references. */
function eventful(): Investigation {
  const tree = halfSolved();
  tree.plant('R4.A', 'R3.A', 'DEAD');
  claimAgain(tree, 'R3.A');
  accepted(tree.propose('R4.B', 'R3.A'));
  accepted(tree.propose('R2.D', 'R1.A'));
  accepted(tree.withdraw('R2.D'));
  accepted(tree.commit({ 'R4.B': { state: 'VALID', agentId: 'a2', references: ['https://example.org/a'] } }));
  return tree;
}

function ended(): Investigation {
  const tree = solved();
  accepted(tree.end());
  return tree;
}

/** Attempts that failed in every way, a rejection by the overseer, and people who decided. */
function rough(): BoardPlay {
  const play = new BoardPlay([{ id: 'T-1' }, { id: 'T-2', title: 'Another', files: ['src/2.ts'], dependsOn: ['T-1'] }]);
  accepted(play.start('T-1'));
  const verification = { command: 'npm test', exitCode: 0, outputSummary: 'green' };
  accepted(play.submit('T-1', { verification }));
  accepted(play.ran('T-1', { passed: false, exitCode: 1, excerpt: 'red', problem: 'It failed.' }));
  accepted(play.later(5 * minute + 1).expire('T-1'));
  accepted(play.later(minute).wake('T-1'));
  accepted(play.late('T-1', 'executor', agent('e1')));
  play.edit('T-1');
  accepted(play.submit('T-1'));
  accepted(play.ran('T-1', { cutShort: 'the server was gone' }));
  accepted(play.ran('T-1'));
  accepted(play.review('T-1', { feedback: 'Fine.', concerns: ['No log.'] }));
  accepted(play.committed('T-1', 'c'.repeat(40)));
  checked(validated(play), 'T-1', { passed: false });
  accepted(play.decide('T-1', 'retry', { by: { ...person, client: 'dashboard' } }));
  handOff(play);
  accepted(play.escalate('T-1'));
  return play;
}

const charts = () => chartTexts(['multi-gate', 'classic', 'single-root'].map(protocolNamed));

function pageOf(id: string): string {
  const all = charts();
  const texts = all.find(({ chart }) => chart.id.startsWith(id))!;
  const page = chartPage(
    { ...texts, svg: '<svg></svg>' },
    all.map(({ chart }) => chart),
  );
  return page.replace(/<style>[^]*<\/style>/, '');
}

const edgesOf = (id: string): string => {
  const { chart } = charts().find((each) => each.chart.id.startsWith(id))!;
  return briefChart(chart)
    .edges.map(({ from, to, event }) => `${from} → ${to}: ${event}\n`)
    .join('');
};

const trees: Record<string, () => Investigation> = {
  ...{ empty: () => investigation('multi-gate', { minRoots: 3 }), 'half-solved': halfSolved },
  ...{ eventful, ended, 'single-root': found },
};
const boards: Record<string, () => BoardPlay> = {
  ...{ board: sampleBoard, closed: () => closed(new BoardPlay()), rough },
  forced: () => validated(forceOff(new BoardPlay())),
};

// Each is made within its test: so that a mutant of a view is in force when its text is.
const texts: [string, () => string][] = [
  ...Object.entries(trees).flatMap(([name, tree]): [string, () => string][] => [
    [`${name}.txt`, () => ofTree(tree())],
    [`${name}.svg`, () => svgOf(tree().state.tree, query)],
  ]),
  ...Object.entries(boards).flatMap(([name, board]): [string, () => string][] => [
    [`${name}.txt`, () => ofBoard(board())],
    [`${name}.md`, () => stateMd(board().state)],
  ]),
  ['brief-node.txt', () => edgesOf('node')],
  ['brief-ticket.txt', () => edgesOf('ticket')],
  ['round-page.html', () => pageOf('round')],
];

test.each(texts)('%s is as it was', (name, render) => {
  const path = new URL(`../testing/golden/views/${name}`, import.meta.url);
  const text = render();
  if (process.env['PROCTOR_GOLDEN'] === 'write') writeFileSync(path, text);
  expect(text.split('\n')).toEqual(readFileSync(path, 'utf8').split('\n'));
});
