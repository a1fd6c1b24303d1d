/** Writes docs/charts from the charts in the code; `--check` writes nothing and names the files that differ. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadProtocols } from '../src/store/protocol-files.js';
import { briefChart } from '../src/views/brief-chart.js';
import { chartTexts } from '../src/views/chart-list.js';
import { briefLayoutOf, layoutOf, type Direction } from './chart-layout.js';
import { svgOf } from './chart-svg.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = 'docs/charts';

/** Which way a picture runs; down where nothing is said. */
const directions: Readonly<Record<string, Direction>> = { session: 'RIGHT' };

/** The dashboard's place for one, in pixels: only the shape matters. */
const place = { width: 640, height: 340 };

/** Path below the repository, and text, of every document. */
export async function chartDocuments(): Promise<Map<string, string>> {
  const documents = new Map<string, string>();
  for (const { chart, json, mmd } of chartTexts(loadProtocols(`${root}data/protocols`).values())) {
    const path = `${folder}/${chart.name}`;
    documents.set(`${path}.json`, json);
    documents.set(`${path}.mmd`, mmd);
    const direction = directions[chart.name] ?? 'DOWN';
    documents.set(`${path}.svg`, svgOf(chart, await layoutOf(chart, direction)));
    const brief = briefChart(chart);
    documents.set(`${path}.brief.svg`, svgOf(brief, await briefLayoutOf(brief, place)));
  }
  return documents;
}

/** The documents whose committed text is not what the code gives, or that are missing. */
export function drifted(documents: ReadonlyMap<string, string>): string[] {
  return [...documents].filter(([path, text]) => committed(path) !== text).map(([path]) => path);
}

function committed(path: string): string | undefined {
  try {
    return readFileSync(`${root}${path}`, 'utf8');
  } catch {
    return undefined;
  }
}

async function main(isCheck: boolean): Promise<void> {
  const documents = await chartDocuments();
  const paths = drifted(documents);
  if (isCheck && paths.length > 0) {
    for (const path of paths) console.error(`${path} is not what the charts give: run npm run charts`);
    process.exitCode = 1;
  }
  if (isCheck) return;
  mkdirSync(`${root}${folder}`, { recursive: true });
  for (const path of paths) writeFileSync(`${root}${path}`, documents.get(path) ?? '');
  console.log(paths.length > 0 ? `Wrote ${paths.join(', ')}` : 'Every chart is up to date');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.includes('--check'));
