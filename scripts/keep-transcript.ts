/** Makes a fixture of the one transcript a client left: rows, fields and order stay; places and long texts go. */
import assert from 'node:assert';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Longer texts are the client's own prompts and lists; what is said in the conversation is shorter. */
const textMax = { inMessage: 160, elsewhere: 40 };

const fixtures = fileURLToPath(new URL('../src/testing/transcripts/', import.meta.url));

type Places = readonly (readonly [string, string])[];

function cleaned(value: unknown, places: Places, max = textMax.elsewhere): unknown {
  if (Array.isArray(value)) return value.map((each) => cleaned(each, places, max));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, each]: [string, unknown]) => [
        key,
        key === 'osVersion' ? 'Linux' : cleaned(each, places, key === 'message' ? textMax.inMessage : max),
      ]),
    );
  if (typeof value !== 'string' || /^[0-9a-f]{64}$/.test(value)) return value;
  const text = places.reduce((before, [path, name]) => before.replaceAll(path, name), value);
  return text.length > max ? `(a text of ${text.length} characters)` : text;
}

export async function keepTranscript(work: string, version: string): Promise<void> {
  const found = await readdir(join(work, 'home'), { recursive: true });
  const files = found.filter((path) => /subagents\/agent-\w+\.(?:jsonl|meta\.json)$/.test(path));
  assert.strictEqual(files.length, 2, `one agent leaves two files, here are ${files.join(', ')}`);
  const places = [
    [join(work, 'project'), '/project'],
    [work, '/work'],
  ] as const;
  const to = join(fixtures, `claude-code-${version}`);
  await mkdir(to, { recursive: true });
  for (const path of files) {
    const rows = (await readFile(join(work, 'home', path), 'utf8')).trim().split('\n');
    const lines = rows.map((row) => cleaned(JSON.parse(row), places));
    await writeFile(join(to, basename(path)), lines.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
}
