/**
 * Ids are what an agent says. The bug to fear: an id that makes Proctor open a file of its author's choice, or one that
 * belongs to somebody else.
 */
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { anyText } from '../testing/hostile-text.js';
import { temporaryDir } from '../testing/proctor-client.js';
import { askedFor, claudeProject, claudeRows, lines, nested, put, watchedFiles } from '../testing/transcript-files.js';
import { agentLookup } from './combine.js';
import { isAgentId } from './provider.js';
import { transcriptsFor } from './transcripts-for.js';

const uuid = '0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee';

/** The names below exist, some of them as links out; the rest is what people try. */
const piece = fc.constantFrom(
  ...[
    '..',
    '.',
    '/',
    '\\',
    '\0',
    '%2e%2e',
    '%00',
    '~',
    '-',
    '_',
    'agent-',
    '.jsonl',
    '.meta.json',
    ' ',
    '\n',
    'é',
    '‮',
  ],
  ...['../', '..\\', '/etc/passwd', 'secret', 'out', 'good', 'file', 'subagents', 'parent-1', 'outside', '$HOME', uuid],
  ...['../'.repeat(12), 'x'.repeat(128), 'x'.repeat(5000), '\uD800', '／', '․․'],
);

const anyId = fc.oneof(
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('')),
  fc.constantFrom('out', 'file', 'good', 'folder', 'pipe', uuid, '', 'x'.repeat(128), 'x'.repeat(129)),
  fc.stringMatching(/^[A-Za-z0-9_-]{1,130}$/),
  fc.uuid(),
  anyText,
);

/** `PROCTOR_IDS=10000` for the whole campaign. */
const ids = Number(process.env['PROCTOR_IDS'] ?? 2000);

test('ids of any kind open nothing outside of the transcripts', async () => {
  const { path, remove } = await temporaryDir();
  try {
    const project = join(path, 'project');
    const outside = join(path, 'outside');
    const home = join(path, 'home');
    const claude = join(home, '.claude');
    const folder = claudeProject(claude, project);
    await mkdir(project);
    await put(nested(claude, project, 'good'), lines(claudeRows('good')));
    const secret = await put(join(outside, 'secret'), lines(claudeRows('out')));
    await put(join(outside, 'subagents', 'agent-out.jsonl'), lines(claudeRows('out')));
    for (const name of ['agent-out.jsonl', 'agent-secret.jsonl', 'agent-.jsonl'])
      await symlink(secret, join(folder, name));
    await symlink(secret, join(folder, 'parent-1', 'subagents', 'agent-file.jsonl'));
    await symlink(outside, join(folder, 'outside'));
    await symlink(outside, join(folder, 'parent-1', 'subagents', 'folder'));
    await symlink(join(path, '..'), join(folder, 'up'));
    await put(join(home, '.codex', 'sessions', '2026', '03', '01', 'other.jsonl'), 'x');
    await symlink(outside, join(home, '.codex', 'sessions', '2026', '03', '02'));
    await mkdir(join(home, '.cursor', 'projects', folder.split('/').at(-1)!.slice(1), 'agent-transcripts'), {
      recursive: true,
    });
    await symlink(
      secret,
      join(home, '.cursor', 'projects', folder.split('/').at(-1)!.slice(1), 'agent-transcripts', `${uuid}.jsonl`),
    );

    const files = watchedFiles();
    const { look } = agentLookup(transcriptsFor({ env: {}, home }, files));
    let verified = 0;
    let wellFormed = 0;
    await fc.assert(
      fc.asyncProperty(anyId, fc.option(anyId, { nil: undefined }), async (agentId, clientSession) => {
        files.opened.length = 0;
        const asked = askedFor(agentId, project, clientSession === undefined ? {} : { clientSession });
        const looked = await look(asked);
        if (looked.kind === 'verified') verified += 1;
        if (isAgentId(agentId)) wellFormed += 1;
        // Only the one agent that is there can be found, and only under its name.
        expect(looked.kind === 'verified').toBe(agentId === 'good');
        const roots = ['.claude', '.codex', '.cursor'].map((name) => join(home, name));
        const out = files.opened.filter((file) => !roots.some((root) => file === root || file.startsWith(`${root}/`)));
        expect(out).toEqual([]);
        // What is no id does not get as far as a file: at most it is seen that there are transcripts.
        if (!isAgentId(agentId)) expect(files.opened.filter((file) => file.endsWith('.jsonl'))).toEqual([]);
      }),
      { numRuns: ids, seed: 20260301 },
    );
    // The watch saw what it is there to see.
    expect(verified).toBeGreaterThan(ids / 500);
    expect(wellFormed).toBeGreaterThan(ids / 5);
    expect(files.counts.head).toBeGreaterThan(ids / 500);
  } finally {
    await remove();
  }
});

test('a project of any name opens nothing outside of the transcripts either', async () => {
  const { path, remove } = await temporaryDir();
  try {
    const home = join(path, 'home');
    await put(join(home, '.claude', 'projects', 'x', 'agent-good.jsonl'), lines(claudeRows('good')));
    const files = watchedFiles();
    const { look } = agentLookup(transcriptsFor({ env: {}, home }, files));
    await fc.assert(
      fc.asyncProperty(anyId, async (projectDir) => {
        files.opened.length = 0;
        await look(askedFor('good', projectDir));
        expect(files.opened.filter((file) => !file.startsWith(`${home}/`))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  } finally {
    await remove();
  }
});
