import { createMachine, setup } from 'xstate';
import { chartsFor } from '../../machines/charts.js';
import { Protocol } from '../../machines/schema/protocol.js';
import { allStates, callOf, chartOf, isTerminal, refusalsBefore, studioConfig } from './chart-definition.js';
import { readFileSync } from 'node:fs';

const protocol = (name: string) =>
  Protocol.parse(JSON.parse(readFileSync(new URL(`../../data/protocols/${name}.json`, import.meta.url), 'utf8')));
const multiGate = chartsFor(protocol('multi-gate'));
const classic = chartsFor(protocol('classic'));

/** A chart that is data, from a table or a file: XState types only those written out in the code. */
const machineOf = (config: unknown) => createMachine(config as never);

const nested = setup({
  guards: { SELF_REVIEW: () => false, allPassed: () => false },
  actions: { mark: () => {} },
}).createMachine({
  id: 'nested@3',
  initial: 'checking',
  on: { stop: '.stopped' },
  states: {
    checking: {
      type: 'parallel',
      always: { guard: 'allPassed', target: 'closed' },
      states: {
        left: { initial: 'running', states: { running: { on: { report: 'passed' } }, passed: {} } },
        right: {
          initial: 'running',
          states: {
            running: { on: { report: [{ guard: 'SELF_REVIEW' }, { target: 'passed', actions: 'mark' }] } },
            passed: { tags: 'terminal' },
          },
        },
      },
    },
    closed: { type: 'final' },
    stopped: {},
  },
});

describe('the list of states and edges', () => {
  test('names the chart and its version', () => {
    expect(chartOf(multiGate.node)).toMatchObject({ id: 'node@1', name: 'node', version: '1' });
  });

  test('has the states in the order of the chart, with tags and the initial one marked', () => {
    const { states } = chartOf(multiGate.node);
    const committed = ['DRILL', 'VERIFY', 'VALID_PENDING', 'VALID', 'DEAD', 'SPEC'];
    expect(states.map(({ id }) => id)).toEqual(['PROPOSED', ...committed]);
    expect(states.filter(({ initial }) => initial).map(({ id }) => id)).toEqual(['PROPOSED']);
    expect(states.filter(({ tags }) => tags.includes('terminal')).map(({ id }) => id)).toEqual([
      'VALID',
      'DEAD',
      'SPEC',
    ]);
  });

  test('keeps refusals before the edge they guard, with their parameters', () => {
    const spec = chartOf(multiGate.node).edges.filter(
      ({ from, event }) => from === 'PROPOSED' && event === 'commit.SPEC',
    );
    const params = { state: 'SPEC' };
    const refusal = { from: 'PROPOSED', event: 'commit.SPEC', to: null, actions: [], refuses: true };
    expect(spec).toEqual([
      { ...refusal, guard: { type: 'STATE_LOCKED', params } },
      { ...refusal, guard: { type: 'CONFIRMATION_EXPECTED', params } },
      { from: 'PROPOSED', event: 'commit.SPEC', to: 'SPEC', actions: [], refuses: false },
    ]);
  });

  test.each([
    ['guard alone', { guard: 'locked' }, true],
    ['guard and actions', { guard: 'locked', actions: 'note' }, false],
    ['guard and target', { guard: 'locked', target: 'there' }, false],
    ['neither', {}, false],
    ['actions alone', { actions: 'note' }, false],
  ])('an edge with %s refuses: %s → %s', (_, edge, refuses) => {
    const machine = machineOf({ initial: 'here', states: { here: { on: { go: edge } }, there: {} } });
    expect(chartOf(machine).edges).toMatchObject([{ from: 'here', event: 'go', refuses }]);
  });

  test('gives the refusals that stand before an edge, not those after it', () => {
    const chart = chartOf(multiGate.round);
    const counts = chart.edges.filter(
      ({ from, event, refuses }) => from === 'open' && event === 'round.count' && !refuses,
    );
    expect(counts.map((edge) => refusalsBefore(chart, edge).map(callOf))).toEqual([
      ['TERMINAL_RATIO_EXCEEDED'],
      ['TERMINAL_RATIO_EXCEEDED'],
    ]);
    const withdraw = chart.edges.find(({ event }) => event === 'round.withdraw')!;
    expect(refusalsBefore(chart, withdraw)).toEqual([]);
  });

  test('gives what holds in every state to the chart itself', () => {
    expect(chartOf(multiGate.round).edges.filter(({ from }) => from === 'round@1')).toEqual([
      { from: 'round@1', event: 'round.propose', to: 'open', actions: [{ type: 'spawnNodes' }], refuses: false },
      { from: 'round@1', event: 'node.event', to: null, actions: [{ type: 'relay' }], refuses: false },
    ]);
  });

  test('has every way between two different states of the classic protocol', () => {
    const moves = chartOf(classic.node).edges.filter(({ event, to }) => event.startsWith('reclassify.') && to !== null);
    expect(new Set(moves.map(({ from, to }) => `${from} ${to}`)).size).toBe(5 * 4);
  });

  test('shows the states inside parallel and compound states by their path', () => {
    const { states, edges } = chartOf(nested);
    const checking = states.find(({ id }) => id === 'checking')!;
    expect(checking).toMatchObject({ parallel: true, initial: true });
    expect(checking.children).toMatchObject([
      { id: 'checking.left', initial: false, children: [{ id: 'checking.left.running', initial: true }, {}] },
      { id: 'checking.right', initial: false, children: [{ key: 'running' }, { tags: ['terminal'], initial: false }] },
    ]);
    expect(edges).toContainEqual({
      from: 'checking.right.running',
      event: 'report',
      to: 'checking.right.passed',
      actions: [{ type: 'mark' }],
      refuses: false,
    });
  });

  test('shows edges that wait for no event', () => {
    expect(chartOf(nested).edges).toContainEqual({
      from: 'checking',
      event: 'always',
      guard: { type: 'allPassed' },
      to: 'closed',
      actions: [],
      refuses: false,
    });
  });

  test('calls a state terminal when it is tagged, final or has no way out', () => {
    const terminal = (machine: Parameters<typeof chartOf>[0]) => {
      const chart = chartOf(machine);
      return allStates(chart.states)
        .filter((state) => isTerminal(chart, state))
        .map(({ id }) => id);
    };
    expect(terminal(multiGate.node)).toEqual(['VALID', 'DEAD', 'SPEC']);
    expect(terminal(multiGate.session)).toEqual(['tickets', 'ended']);
    expect(terminal(multiGate.ticket)).toEqual(['closed', 'withdrawn']);
    expect(terminal(multiGate.gate)).toEqual([]);
    expect(terminal(nested)).toEqual(['checking.right.passed', 'closed', 'stopped']);
  });

  test('refuses a chart whose guard has no name', () => {
    const inline = createMachine({ initial: 'a', states: { a: { on: { go: { guard: () => true, target: 'a' } } } } });
    expect(() => chartOf(inline)).toThrow('a on go: a function written inline has no name to show');
  });
});

describe('the JSON for Stately Studio', () => {
  const machines = [
    multiGate.node,
    classic.node,
    multiGate.round,
    multiGate.session,
    multiGate.ticket,
    multiGate.gate,
    nested,
  ];

  test.each(machines.map((machine) => [machine.id, machine] as const))('makes %s again', (_, machine) => {
    const copy: unknown = JSON.parse(JSON.stringify(studioConfig(machine)));
    expect(chartOf(machineOf(copy))).toEqual(chartOf(machine));
  });

  test('says its version', () => {
    expect(studioConfig(nested)).toMatchObject({ id: 'nested@3', version: '3' });
  });

  test('leaves out what is computed and refuses behaviour without a name', () => {
    const computed = createMachine({
      context: () => ({ n: 0 }),
      on: { go: { actions: { type: 'x', params: () => ({}) } } },
    });
    expect(studioConfig(computed)).toEqual({ id: '(machine)', version: '1', on: { go: { actions: { type: 'x' } } } });
    const inline = createMachine({ id: 'm', entry: () => {} });
    expect(() => studioConfig(inline)).toThrow('m.entry: a function written inline');
  });
});
