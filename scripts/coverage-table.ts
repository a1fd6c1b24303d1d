/**
 * Runs the generated tests and prints what of the charts they reached through MCP, as one table.
 * `npm run coverage:charts`; fails when a test does.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Told } from '../src/testing/model/tell-coverage.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const dir = mkdtempSync(join(tmpdir(), 'proctor-coverage-'));

const { status, stderr } = spawnSync(
  process.execPath,
  [
    ...['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'],
    ...['--selectProjects', 'model', '--testPathPatterns', String.raw`(charts|gate|ticket)\.model`],
  ],
  { cwd: root, env: { ...process.env, PROCTOR_COVERAGE_DIR: dir }, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
);
// Written by the tests that just ran, in this very shape.
const told = readdirSync(dir)
  .sort()
  .map((file) => JSON.parse(readFileSync(join(dir, file), 'utf8')) as Told);
rmSync(dir, { recursive: true });

if (status !== 0) process.stderr.write(stderr);
if (told.length > 0) process.stdout.write(table(told));
process.exitCode = status === 0 && told.length > 0 ? 0 : 1;

function table(parts: readonly Told[]): string {
  const rows = parts.flatMap((part) => part.rows);
  const sum = (pick: (row: Told['rows'][number]) => number) => rows.reduce((all, row) => all + pick(row), 0);
  const all = new Set(parts.flatMap(({ codes }) => codes.all));
  const met = new Set(parts.flatMap(({ codes }) => codes.met).filter((code) => all.has(code)));
  const lines = [
    ['chart', 'states', 'transitions', 'refusals', 'codes', 'paths', 'seconds'],
    ...rows.map((row) => [
      ...[row.chart, row.states, row.transitions, row.refusals, ''],
      ...[String(row.paths), row.seconds.toFixed(1)],
    ]),
    [
      ...['all', '', '', '', `${met.size}/${all.size}`],
      ...[String(sum(({ paths }) => paths)), sum(({ seconds }) => seconds).toFixed(1)],
    ],
  ];
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const padded = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  return `${padded.map((line) => line.trimEnd()).join('\n')}\n`;
}
