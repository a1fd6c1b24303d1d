/** Which programs a command starts, as evidence: one that lies in the project may have been changed to pass. */
import { resolve } from 'node:path';
import type { RunResult } from '../../../machines/schema/ticket.js';
import { isInProject } from '../programs.js';
import { findProgram } from './find-program.js';

const programsMax = 20;
const pathCharsMax = 500;

/** Found as the run finds them; a step whose program is not there says so itself. */
export async function programsOf(
  steps: readonly (readonly string[])[],
  { cwd, path, projectDir }: { cwd: string; path: string; projectDir: string },
): Promise<NonNullable<RunResult['programs']>> {
  const words = [...new Set(steps.map(([word = '']) => word))].slice(0, programsMax);
  const found = await Promise.all(words.map(async (word) => findProgram(word, { cwd, path })));
  const paths = found.flatMap((each) => ('path' in each ? [resolve(cwd, each.path)] : []));
  return Promise.all(
    paths.map(async (each) => {
      const fromProject = (await isInProject(each, projectDir)) || (await isInProject(each, cwd));
      return { path: each.slice(0, pathCharsMax), fromProject };
    }),
  );
}
