/** Leaves what a file of tests has reached where whoever runs them wants to read it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChartCoverage, CoverageRow } from './coverage.js';

export interface Told {
  readonly rows: readonly CoverageRow[];
  readonly codes: { readonly all: readonly string[]; readonly met: readonly string[] };
}

/** Gives the least number of paths walked over any chart. `all` are the codes there are to meet. */
export function tellCoverage(
  name: string,
  covered: readonly ChartCoverage[],
  { all, met }: { all: readonly string[]; met: Iterable<string> },
): number {
  const told: Told = { rows: covered.map((each) => each.row()), codes: { all, met: [...met] } };
  const dir = process.env['PROCTOR_COVERAGE_DIR'];
  if (dir !== undefined) writeFileSync(join(dir, `${name}.json`), JSON.stringify(told));
  return Math.min(...told.rows.map(({ paths }) => paths));
}
