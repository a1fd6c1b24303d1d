/** The charts in force as resources, `chart://{name}.json|.mmd|.svg`: what a client reads of the rules before it meets them. */
import type { Protocol } from '../../machines/schema/protocol.js';
import { readPicture } from '../store/package-dir.js';
import { chartTexts } from '../views/chart-list.js';
import type { ResourceText } from './resources.js';

type Protocols = ReadonlyMap<string, Protocol>;

const forms = {
  json: { mimeType: 'application/json', title: 'Chart (JSON)', description: 'A statechart for Stately Studio.' },
  mmd: { mimeType: 'text/vnd.mermaid', title: 'Chart (Mermaid)', description: 'A statechart for Mermaid.' },
  svg: { mimeType: 'image/svg+xml', title: 'Chart (SVG)', description: 'A statechart as a picture.' },
} as const;

type Form = keyof typeof forms;
const formNames = Object.keys(forms) as Form[];

export const chartTemplates = formNames.map((form) => ({
  uriTemplate: `chart://{name}.${form}`,
  name: `chart-${form}`,
  ...forms[form],
}));

/** Few, and always the same: they are listed before the sessions. */
export const listCharts = (protocols: Protocols) =>
  chartTexts(protocols.values()).map(({ chart: { id, name } }) => ({
    uri: `chart://${name}.json`,
    name,
    title: `Chart ${id}`,
    description: forms.json.description,
    mimeType: forms.json.mimeType,
  }));

export const completedChart = (protocols: Protocols, value: string): { values: string[] } => ({
  values: chartTexts(protocols.values())
    .map(({ chart: { name } }) => name)
    .filter((name) => name.startsWith(value)),
});

const uriPattern = /^chart:\/\/([a-z][a-z-]{0,39})\.(json|mmd|svg)$/;

/** Undefined for what is not there. */
export async function readChart(protocols: Protocols, uri: string): Promise<ResourceText[] | undefined> {
  const [, name, form] = uriPattern.exec(uri) ?? [];
  const found = chartTexts(protocols.values()).find(({ chart }) => chart.name === name);
  if (!found || form === undefined) return undefined;
  // The pattern lets no other through.
  const text = form === 'svg' ? await readPicture(found.chart.name) : found[form as 'json' | 'mmd'];
  return text === undefined ? undefined : [{ uri, mimeType: forms[form as Form].mimeType, text }];
}
