/**
 * A chart as a page to open in a browser: the picture, every state with its events and what they are refused for, why
 * each code is there, and the JSON for Stately Studio. One file, nothing to load, no script.
 */
import { plural } from '../../machines/measures/text.js';
import { allStates, callOf, isTerminal, type Chart, type ChartEdge, type ChartState } from './chart-definition.js';
import { xmlText } from './escape.js';
import { pageStyle } from './page-style.js';
import { whyOf } from './rule-gates.js';

export interface ChartTexts {
  readonly chart: Chart;
  readonly json: string;
  readonly mmd: string;
  /** Laid out when Proctor is built. */
  readonly svg: string | undefined;
}

const abouts: Readonly<Record<string, string>> = {
  session: 'An investigation from its start to its end, and the tickets it has.',
  round: 'The nodes of one depth, and how many of them may be concluded at once.',
  node: 'One idea in the protocol multi-gate: a claim becomes valid only through others who confirm it.',
  classic: 'One idea in the protocol classic: structure and depth are held, the rest is the agent’s word.',
  'single-root': 'One idea in the protocol single-root: one root, a fresh agent for every node.',
  ticket: 'A piece of work from its contract to its closure by somebody who took no part in it.',
  gate: 'The verification of a ticket: an executor, the command Proctor runs, an architect.',
};

export function chartPage(texts: ChartTexts, charts: readonly Chart[]): string {
  const { chart, json, mmd, svg } = texts;
  const codes = [...new Set(chart.edges.flatMap(({ refuses, guard }) => (refuses && guard ? [guard.type] : [])))];
  return page(`${chart.id} · Proctor`, linksTo(charts, chart), [
    `<h1>${xmlText(chart.id)}</h1>`,
    `<p>${xmlText(abouts[chart.name] ?? '')}</p>`,
    ...pictureOf(chart, svg),
    '<h2>States and events</h2>',
    '<p>Of the edges of one event the first that fits is taken. An event that is refused changes nothing.</p>',
    `<div class="wide"><table><thead><tr>${['State', 'Event', 'Refused by', 'Leads to'].map(head).join('')}</tr></thead>`,
    `<tbody>${[...allStates(chart.states).map((state) => stateRows(chart, state)), everywhereRows(chart)].join('\n')}</tbody></table></div>`,
    ...(codes.length > 0 ? ['<h2>Why it refuses</h2>', whyTable(codes)] : []),
    '<h2>To take along</h2>',
    taken('JSON: paste it into a new machine of Stately Studio (Import, XState 5)', json),
    taken('Mermaid', mmd),
  ]);
}

const pictureOf = ({ name }: Chart, svg: string | undefined): string[] =>
  svg === undefined
    ? ['<p>This installation has no picture of it.</p>']
    : [
        `<div class="card picture">${svg}</div>`,
        `<p class="note"><a href="${xmlText(name)}.svg">The picture alone</a>, in full size</p>`,
      ];

export function chartIndex(charts: readonly Chart[]): string {
  const cards = charts.map((chart) => {
    const refusals = chart.edges.filter(({ refuses }) => refuses).length;
    const counts = [plural(allStates(chart.states).length, 'state'), plural(refusals, 'refusal')].join(', ');
    const title = `<a href="${fileOf(chart)}">${xmlText(chart.id)}</a>`;
    return `<li class="card">${title}<p>${xmlText(abouts[chart.name] ?? '')}</p><span class="note">${counts}</span></li>`;
  });
  return page('Charts · Proctor', linksTo(charts), [
    '<h1>Charts</h1>',
    '<p>The statecharts that hold the rules, as they are in force. Nobody can argue with them: an edge that is not there cannot be taken.</p>',
    `<ul class="cards">${cards.join('\n')}</ul>`,
  ]);
}

const fileOf = ({ name }: Chart): string => `${xmlText(name)}.html`;

const linksTo = (charts: readonly Chart[], current?: Chart): string =>
  charts
    .map((chart) => {
      const here = chart.id === current?.id ? ' aria-current="page"' : '';
      return `<a href="${fileOf(chart)}"${here}>${xmlText(chart.name)}</a>`;
    })
    .join('');

const page = (title: string, links: string, body: readonly string[]): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${xmlText(title)}</title>
<style>
${pageStyle}
</style>
</head>
<body>
<header><a href="index.html">Proctor charts</a><nav aria-label="Charts">${links}</nav></header>
<main>
${body.join('\n')}
</main>
</body>
</html>
`;

const head = (text: string): string => `<th scope="col">${text}</th>`;
const code = (text: string, className = ''): string =>
  `<code${className === '' ? '' : ` class="${className}"`}>${xmlText(text)}</code>`;

function stateRows(chart: Chart, state: ChartState): string {
  const notes = [
    state.initial ? 'first' : '',
    state.parallel ? 'all of its parts at once' : '',
    isTerminal(chart, state) ? 'nothing left to do' : '',
  ].filter(Boolean);
  return rowsOf(
    chart,
    state.id,
    `${code(state.id)}${notes.map((note) => ` <span class="note">${note}</span>`).join('')}`,
  );
}

function everywhereRows(chart: Chart): string {
  const isThere = chart.edges.some(({ from }) => from === chart.id);
  return isThere ? rowsOf(chart, chart.id, 'in every state') : '';
}

/** One row an event; the state stands beside all of its own. */
function rowsOf({ edges }: Chart, from: string, title: string): string {
  const own = edges.filter((edge) => edge.from === from);
  const events = [...new Set(own.map(({ event }) => event))];
  const heading = `<th scope="rowgroup" rowspan="${Math.max(1, events.length)}">${title}</th>`;
  if (events.length === 0)
    return `<tr class="first">${heading}<td colspan="3" class="note">no event of its own</td></tr>`;
  return events
    .map((event, index) => {
      const ofEvent = own.filter((edge) => edge.event === event);
      const refused = ofEvent
        .filter(({ refuses }) => refuses)
        .map(({ guard }) => code(guard ? callOf(guard) : '', 'refusal'));
      const taken = ofEvent.filter(({ refuses }) => !refuses).map(leadsTo);
      const cells = [code(event), refused.join('<br>'), taken.join('<br>')].map((cell) => `<td>${cell}</td>`);
      return `<tr${index === 0 ? ' class="first"' : ''}>${index === 0 ? heading : ''}${cells.join('')}</tr>`;
    })
    .join('\n');
}

function leadsTo({ to, guard, actions }: ChartEdge): string {
  const when = guard ? ` <span class="note">if ${xmlText(callOf(guard))}</span>` : '';
  const doing = actions.length > 0 ? ` <span class="note">does ${xmlText(actions.map(callOf).join(', '))}</span>` : '';
  return `${to === null ? '<span class="note">stays</span>' : code(to)}${when}${doing}`;
}

const whyTable = (codes: readonly string[]): string => {
  const rows = codes.map(
    (each) => `<tr><th scope="row">${code(each)}</th><td>${xmlText(whyOf.get(each) ?? '')}</td></tr>`,
  );
  return `<div class="wide"><table><thead><tr>${head('Code')}${head('Why')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
};

/** Line by line: one line is what escaping gives. */
const taken = (title: string, text: string): string =>
  `<details><summary>${xmlText(title)}</summary><pre>${text.trimEnd().split('\n').map(xmlText).join('\n')}</pre></details>`;
