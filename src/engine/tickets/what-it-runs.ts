/** A command with the scripts of package.json it stands for, as one text: to know which runner of tests it is about. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { commandText, type Steps } from '../../../machines/measures/command-line.js';

/** A script that runs a script that runs the tests. */
const depthMax = 4;
const bytesMax = 1024 * 1024;

export async function whatItRuns(steps: Steps, cwd: string): Promise<string> {
  const scripts = await scriptsIn(join(cwd, 'package.json'));
  const texts = [commandText(steps)];
  for (let depth = 0; depth < depthMax; depth += 1)
    texts.push(
      scriptsNamed(texts.at(-1) ?? '')
        .flatMap((name) => scripts.get(name) ?? [])
        .join('\n'),
    );
  return texts.filter(Boolean).join('\n');
}

const scriptsNamed = (text: string): string[] =>
  [
    ...text.matchAll(/\b(?:npm|pnpm|yarn|bun)(?:\s+-[-\w]+)*\s+(?:(?:run|run-script)\s+(?:-[-\w]+\s+)*)?([\w:.-]+)/g),
  ].map(([, name = '']) => (name === 't' || name === 'tst' ? 'test' : name));

/** A pipe in its place is not waited for; what cannot be read says nothing. */
async function scriptsIn(path: string): Promise<ReadonlyMap<string, string>> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stat = await file.stat();
      if (!stat.isFile() || stat.size > bytesMax) return new Map();
      const { scripts } = JSON.parse(await file.readFile('utf8')) as { scripts?: Record<string, unknown> };
      return new Map(
        Object.entries(scripts ?? {}).flatMap(([name, body]) =>
          typeof body === 'string' ? [[name, body] as const] : [],
        ),
      );
    } finally {
      await file.close();
    }
  } catch {
    return new Map();
  }
}
