/** `proctor export`: a session for other programs, to stdout or to a file. */
import { extname, resolve } from 'node:path';
import { sessionPage } from '../dashboard/export-html.js';
import type { GraphFormat } from '../engine/port.js';
import { endReport } from '../views/end-report.js';
import { nodeDetail, recordsNeeded } from '../views/node-detail.js';
import { nodeSummary } from '../views/node-page.js';
import { wholeBoard } from '../views/whole-board.js';
import { overviewOf } from '../views/overview.js';
import { jsonText, text, UsageError, type CliCommand, type Parsed } from './command.js';
import { exportEvidence } from './export-evidence.js';
import { pickSession } from './pick-session.js';
import { readSession, type ReadSession } from './session-copy.js';
import { inWorkspace, type Workspace } from './workspace.js';
import { writeOut } from './write-file.js';

type Format = GraphFormat | 'html' | 'json' | 'state' | 'evidence';

/** Each format with the endings of files that hold it. */
const formats: Readonly<Record<Format, readonly string[]>> = {
  dot: ['.dot', '.gv'],
  mermaid: ['.mmd', '.mermaid'],
  svg: ['.svg'],
  html: ['.html', '.htm'],
  json: ['.json'],
  outline: ['.txt'],
  state: ['.md'],
  evidence: [],
};
const names = Object.keys(formats).join(', ');

export const exportSession: CliCommand = {
  args: '<session>',
  options: {
    format: { type: 'string', short: 'f', value: 'FORMAT', about: `${names}; default: from FILE` },
    out: { type: 'string', short: 'o', value: 'FILE', about: 'write there instead of to stdout' },
    ticket: { type: 'string', short: 't', value: 'TICKET', about: 'whose evidence, for --format evidence' },
    force: { type: 'boolean', about: 'overwrite FILE if it is there' },
  },
  notes: [
    'html is the dashboard with this session in one file, read-only, for any browser: it loads nothing from elsewhere.',
    'json holds everything: overview, every node with its texts and history, the tickets, the ending, the head.',
    'state is the STATE.md of the tickets: gates, attempts, failures, who waits for a person.',
    'evidence is the closure report of a ticket and what lies beside it, rendered again from the journal: into the project’s evidence folder, or into the directory given with --out.',
  ],
  example: 'proctor export s-k3v --out tree.svg',
  async run(args, io) {
    const out = text(args.values['out']);
    const format = formatOf(args.values, out);
    return inWorkspace(args, io, async (workspace) => {
      const sessionId = await pickSession(workspace.store, args.positionals[0] ?? '');
      if (format === 'evidence') return exportEvidence(workspace, sessionId, args, io);
      const { content, head, damage } = await contentOf(workspace, sessionId, format);
      if (damage !== undefined) io.say(`The journal is damaged (${damage}); this is its sound part.`);
      const isJson = args.values['json'] === true;
      if (out === undefined) {
        io.out(isJson && format !== 'json' ? jsonText({ sessionId, format, head, text: content }) : content.trimEnd());
        return 0;
      }
      const path = resolve(io.cwd, out);
      const written = await writeOut(path, content, args.values['force'] === true);
      io.say(
        `${written ? 'Wrote' : 'Unchanged:'} ${path} (${format} of ${sessionId}, ${Buffer.byteLength(content)} bytes)`,
      );
      if (isJson) io.out(jsonText({ sessionId, format, head, path, bytes: Buffer.byteLength(content), written }));
      return 0;
    });
  },
};

function formatOf({ format, json }: Parsed['values'], out: string | undefined): Format {
  if (format === undefined && out === undefined && json === true) return 'json';
  if (format === undefined && out === undefined) throw new UsageError(`--format is missing: ${names}.`);
  const asked = text(format);
  const ending = extname(out ?? '').toLowerCase();
  const found = (Object.keys(formats) as Format[]).find((name) =>
    asked === undefined ? formats[name].includes(ending) : name === asked,
  );
  if (found) return found;
  const unknown = asked === undefined ? `The ending ${JSON.stringify(ending)}` : JSON.stringify(asked);
  throw new UsageError(`${unknown} is no format. Choose --format ${names}.`);
}

async function contentOf(workspace: Workspace, id: string, format: Exclude<Format, 'evidence'>) {
  if (format === 'json') {
    const read = await readSession(workspace, id);
    return { ...read, content: `${jsonText(everything(read))}\n` };
  }
  if (format === 'html') {
    const read = await readSession(workspace, id);
    const { copy, head, damage } = read;
    return { ...read, content: await sessionPage({ id, records: copy.records, head, damage }) };
  }
  const asked = format === 'state' ? ({ kind: 'state.md' } as const) : ({ kind: 'graph', format } as const);
  const { value, head, damage } = await workspace.engine.query(id, asked);
  return { head, damage, content: value.endsWith('\n') ? value : `${value}\n` };
}

/** One pass over the journal: asking the engine node by node would read most records many times. */
function everything({ copy: { state, records }, head, damage }: ReadSession) {
  const nodes = [...state.tree.all()].flatMap(({ id }) => {
    const summary = nodeSummary(state, id);
    const needed = summary ? recordsNeeded(summary).sort((a, b) => a - b) : [];
    return summary
      ? [
          nodeDetail(
            summary,
            needed.flatMap((seq) => records[seq - 1] ?? []),
          ),
        ]
      : [];
  });
  const { protocol } = state.info;
  return {
    overview: overviewOf(state),
    protocol,
    nodes,
    ...(state.board.size > 0 ? { board: wholeBoard(state) } : {}),
    ending: endReport(state, records) ?? null,
    head,
    damage: damage ?? null,
  };
}
