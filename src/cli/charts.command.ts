/** `proctor charts`: the statecharts in force, for Stately Studio, Mermaid, and as pictures. */
import { mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { plural } from '../../machines/measures/text.js';
import { codeOf } from '../store/disk.js';
import { allStates, chartOf, studioConfig, type Chart } from '../views/chart-definition.js';
import { chartList } from '../views/chart-list.js';
import { chartMermaid } from '../views/chart-mermaid.js';
import { jsonText, text, type CliCommand, type ExitCode, type Io, type Parsed } from './command.js';
import { packageDir } from './package-info.js';
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
    force: { type: 'boolean', about: 'overwrite other files of the same name' },
  },
  notes: ['Each is a .json to paste into Stately Studio, a .mmd for Mermaid and an .svg.'],
  example: 'proctor charts --out charts',
  async run(args, io) {
    return inWorkspace(args, io, async ({ protocols }) => {
      const files = chartList(protocols.values()).map((machine) => {
        const chart = chartOf(machine);
        return { chart, json: `${JSON.stringify(studioConfig(machine), null, 2)}\n`, mmd: chartMermaid(chart) };
      });
      const out = text(args.values['out']);
      return out === undefined ? list(files, args, io) : write(files, resolve(io.cwd, out), args, io);
    });
  },
};

interface ChartFiles {
  readonly chart: Chart;
  readonly json: string;
  readonly mmd: string;
}

const pictureOf = ({ name }: Chart): string => join(packageDir(), 'docs', 'charts', `${name}.svg`);

function list(files: readonly ChartFiles[], { values }: Parsed, io: Io): ExitCode {
  const rows = files.map(({ chart }) => ({
    id: chart.id,
    states: allStates(chart.states).map(({ id }) => id),
    edges: chart.edges.filter(({ refuses }) => !refuses).length,
    refusals: chart.edges.filter(({ refuses }) => refuses).length,
    picture: pictureOf(chart),
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
  io.say('proctor charts --out DIR writes them as JSON for Stately Studio, as Mermaid, as SVG.');
  return 0;
}

async function write(files: readonly ChartFiles[], dir: string, { values }: Parsed, io: Io): Promise<ExitCode> {
  const force = values['force'] === true;
  await mkdir(dir, { recursive: true });
  const written: string[] = [];
  for (const { chart, json, mmd } of files) {
    const path = join(dir, chart.name);
    await writeOut(`${path}.json`, json, force);
    await writeOut(`${path}.mmd`, mmd, force);
    written.push(`${path}.json`, `${path}.mmd`);
    const picture = await readPicture(chart, io);
    if (picture === undefined) continue;
    await writeOut(`${path}.svg`, picture, force);
    written.push(`${path}.svg`);
  }
  if (values['json'] === true) io.out(jsonText({ files: written }));
  else for (const path of written) io.out(path);
  return 0;
}

/** Pictures are laid out when Proctor is built. */
async function readPicture(chart: Chart, io: Io): Promise<string | undefined> {
  return readFile(pictureOf(chart), 'utf8').catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    io.say(`There is no picture of ${chart.id} in this installation.`);
    return undefined;
  });
}
