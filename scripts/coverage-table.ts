/**
 * Runs the generated tests and prints what of the charts they reached through MCP, as one table.
 * `npm run coverage:charts`; fails when a test does.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Coverage {
  readonly codes: string;
  readonly rows: readonly {
    readonly chart: string;
    readonly states: string;
    readonly transitions: string;
    readonly refusals: string;
    readonly paths: number;
    readonly seconds: number;
  }[];
}

const root = fileURLToPath(new URL('..', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'proctor-coverage-'));
const file = join(dir, 'coverage.json');

const { status, stderr } = spawnSync(
  process.execPath,
  [
    ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'],
    ...['--selectProjects', 'model', '--testPathPatterns', 'charts.model'],
  ],
  { cwd: root, env: { ...process.env, PROCTOR_COVERAGE_FILE: file }, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
);
const coverage = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Coverage) : undefined;
rmSync(dir, { recursive: true });

if (status !== 0) process.stderr.write(stderr);
if (coverage) process.stdout.write(table(coverage));
process.exitCode = status === 0 && coverage ? 0 : 1;

function table({ rows, codes }: Coverage): string {
  const sum = (pick: (row: Coverage['rows'][number]) => number) => rows.reduce((all, row) => all + pick(row), 0);
  const lines = [
    ['chart', 'states', 'transitions', 'refusals', 'codes', 'paths', 'seconds'],
    ...rows.map((row) => [
      ...[row.chart, row.states, row.transitions, row.refusals, ''],
      ...[String(row.paths), row.seconds.toFixed(1)],
    ]),
    ['all', '', '', '', codes, String(sum(({ paths }) => paths)), sum(({ seconds }) => seconds).toFixed(1)],
  ];
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const padded = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return `${padded.map((line) => line.trimEnd()).join('\n')}\n`;
}
