/** `proctor charts`: the statecharts in force, for Stately Studio, Mermaid, as pictures and as pages. */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { plural } from '../../machines/measures/text.js';
import { pictureFile, readPicture } from '../store/package-dir.js';
import { allStates } from '../views/chart-definition.js';
import { chartTexts } from '../views/chart-list.js';
import { chartIndex, chartPage, type ChartTexts } from '../views/chart-page.js';
import { plain } from '../views/escape.js';
import { codeOf } from '../store/disk.js';
import { jsonText, Refused, text, type CliCommand, type ExitCode, type Io, type Parsed } from './command.js';
import { openInBrowser } from './open-in-browser.js';
import { painter } from './style.js';
import { inWorkspace } from './workspace.js';
import { writeOut } from './write-file.js';

export const charts: CliCommand = {
  args: '',
  options: {
    out: {
      type: 'string',
      short: 'o',
      value: 'DIR',
      about: 'write them there; the directory is made if it is missing',
    },
    open: { type: 'boolean', about: 'write them, and open their pages in a browser' },
    force: { type: 'boolean', about: 'overwrite other files of the same name' },
  },
  notes: [
    'Each is a .json to paste into Stately Studio, a .mmd for Mermaid, an .svg, and an .html page with the picture, every',
    'state, event and refusal; index.html leads to them. --open without --out writes them below the data directory.',
  ],
  example: 'proctor charts --open',
  async run(args, io) {
    return inWorkspace(args, io, async ({ protocols, data }) => {
      const texts = chartTexts(protocols.values());
      const { out, open, force } = args.values;
      if (out === undefined && open !== true) return list(texts, args, io);
      const dir = text(out) === undefined ? join(data.dir, 'charts') : resolve(io.cwd, text(out) ?? '');
      // Below the data directory they are Proctor's own, and an earlier version may have written them.
      const written = await write(texts, dir, force === true || out === undefined, io);
      if (args.values['json'] === true) io.out(jsonText({ files: written }));
      else for (const path of written) io.out(path);
      if (open === true) await show(join(dir, 'index.html'), io);
      return 0;
    });
  },
};

type Texts = Omit<ChartTexts, 'svg'>;

function list(texts: readonly Texts[], { values }: Parsed, io: Io): ExitCode {
  const rows = texts.map(({ chart }) => ({
    id: chart.id,
    states: allStates(chart.states).map(({ id }) => id),
    edges: chart.edges.filter(({ refuses }) => !refuses).length,
    refusals: chart.edges.filter(({ refuses }) => refuses).length,
    picture: pictureFile(chart.name),
  }));
  if (values['json'] === true) {
    io.out(jsonText({ charts: rows }));
    return 0;
  }
  const { bold, dim } = painter(io.color);
  for (const { id, states, edges, refusals, picture } of rows) {
    const counts = [plural(states.length, 'state'), plural(edges, 'edge'), plural(refusals, 'refusal')].join(', ');
    io.out(`${bold(id.padEnd(12))} ${counts}`);
    io.out(`  ${dim(picture)}`);
  }
  io.say(
    'proctor charts --open shows them in a browser; --out DIR writes them: pages, JSON for Stately Studio, Mermaid, SVG.',
  );
  return 0;
}

async function write(texts: readonly Texts[], dir: string, force: boolean, io: Io): Promise<string[]> {
  await mkdir(dir, { recursive: true }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST' && codeOf(error) !== 'ENOTDIR') throw error;
    throw new Refused('NO_DIRECTORY', `${dir} is no directory.`, 'Name another one with --out.');
  });
  const written: string[] = [];
  const put = async (name: string, body: string) => {
    const path = join(dir, name);
    await writeOut(path, body, force);
    written.push(path);
  };
  const all = texts.map(({ chart }) => chart);
  for (const each of texts) {
    const { name, id } = each.chart;
    const svg = await readPicture(name);
    if (svg === undefined) io.say(`There is no picture of ${id} in this installation.`);
    await put(`${name}.json`, each.json);
    await put(`${name}.mmd`, each.mmd);
    if (svg !== undefined) await put(`${name}.svg`, svg);
    await put(`${name}.html`, chartPage({ ...each, svg }, all));
  }
  await put('index.html', chartIndex(all));
  return written;
}

async function show(index: string, io: Io): Promise<void> {
  const isOpened = await openInBrowser(pathToFileURL(index).href, io);
  io.say(isOpened ? `Opening ${plain(index)}` : `No browser could be started. Open it yourself: ${plain(index)}`);
}
