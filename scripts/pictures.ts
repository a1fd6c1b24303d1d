/** Writes docs/pictures from a demo really played; `--check` writes nothing and says if the picture differs. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DemoClock } from '../src/cli/demo/demo-clock.js';
import { play } from '../src/cli/demo/player.js';
import { silence } from '../src/cli/demo/telling.js';
import { processIo } from '../src/cli/process-io.js';
import { inWorkspace } from '../src/cli/workspace.js';

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const file = join(folder, 'investigation.svg');

/** The same on every run: a picture shows neither times nor names that were minted. */
async function investigationSvg(data: string): Promise<string> {
  return inWorkspace({ values: { data } }, processIo(), async ({ engine, protocols }) => {
    const by = { role: 'solo', known: 'claimed' } as const;
    const { sessionId } = await play({ engine, protocols, projectDir: folder, by }, new DemoClock(0), silence);
    return (await engine.query(sessionId, { kind: 'graph', format: 'svg' })).value;
  });
}

function committed(): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

const data = mkdtempSync(join(tmpdir(), 'proctor-pictures-'));
try {
  const svg = await investigationSvg(data);
  const isSame = committed() === svg;
  if (process.argv.includes('--check')) {
    if (!isSame) console.error('docs/pictures/investigation.svg is not what the demo gives: run scripts/pictures.ts');
    process.exitCode = isSame ? 0 : 1;
  } else {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, svg);
    console.log(isSame ? 'The picture is up to date' : `Wrote ${file}`);
  }
} finally {
  rmSync(data, { recursive: true, force: true });
}
