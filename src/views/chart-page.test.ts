/** A page leaves nothing of its chart out: every state, every event with where it leads, every refusal with its reason. */
import { chartTexts } from './chart-list.js';
import { allStates } from './chart-definition.js';
import { chartPage } from './chart-page.js';
import { protocolNamed } from '../testing/tree-builder.js';

const texts = chartTexts(['multi-gate', 'classic', 'single-root'].map(protocolNamed));
const charts = texts.map(({ chart }) => chart);
const count = (text: string, part: string): number => text.split(part).length - 1;

describe.each(texts.map((each) => [each.chart.id, each] as const))('the page of %s', (_id, each) => {
  const { chart } = each;
  const page = chartPage({ ...each, svg: '<svg></svg>' }, charts);
  const [, table = '', why = ''] = page.split('<tbody>').map((part) => part.split('</tbody>')[0] ?? '');
  const refusals = chart.edges.filter(({ refuses }) => refuses);

  test('has a row for each event of each state, with all that refuses it', () => {
    const own = chart.edges.map(({ from, event }) => `${from} ${event}`);
    const idle = allStates(chart.states).filter(({ id }) => !chart.edges.some(({ from }) => from === id));
    expect(count(table, '<tr')).toBe(new Set(own).size + idle.length);
    expect(count(table, '<code class="refusal">')).toBe(refusals.length);
    for (const { id } of allStates(chart.states)) expect(table).toContain(`<code>${id}</code>`);
    for (const { to } of chart.edges) if (to !== null) expect(table).toContain(`<code>${to}</code>`);
  });

  test('says why, for each code once', () => {
    const codes = new Set(refusals.map(({ guard }) => guard?.type));
    expect(count(why, '<tr>')).toBe(codes.size);
    expect(why).not.toContain('<td></td>');
  });

  test('leads to the others, and says where it is', () => {
    for (const { name } of charts) expect(page).toContain(`<a href="${name}.html"`);
    expect(count(page, 'aria-current="page"')).toBe(1);
  });
});

test('a chart without a picture says so', () => {
  expect(chartPage({ ...texts[0]!, svg: undefined }, charts)).toContain('no picture');
});

test('what a chart names is text on the page, whatever it is', () => {
  const name = '<img src=x onerror=alert(1)>';
  const chart = { ...texts[0]!.chart, id: name, states: [{ ...texts[0]!.chart.states[0]!, id: name }] };
  const page = chartPage({ chart, json: name, mmd: name, svg: undefined }, [chart]);
  expect(page).not.toContain('<img');
  expect(page).toContain('&lt;img');
});

test('each chart has one page, whichever protocols share it', () => {
  const ids = charts.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
