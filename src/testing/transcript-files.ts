/** Transcripts as clients write them, in real folders; and a disk port that remembers what was opened. */
import { realpathSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { realFiles, type Files } from '../transcripts/files.js';
import type { Asked } from '../transcripts/provider.js';

export const proposedAt = Date.parse('2026-03-01T12:00:00.000Z');

export const iso = (afterMs: number): string => new Date(proposedAt + afterMs).toISOString();

export const askedFor = (agentId: string, projectDir: string, more: Partial<Asked> = {}): Asked => ({
  agentId,
  nodeId: 'R1.A',
  projectDir,
  proposedAt,
  now: proposedAt + 60_000,
  sessionId: 's-x',
  ...more,
});

type Row = Record<string, unknown>;

/** A sub-agent that did what it was asked. */
export function claudeRows(agentId: string, { sessionId = 'parent-1', beginMs = 1000 } = {}): Row[] {
  const common = { agentId, sessionId, isSidechain: true };
  const assistant = (content: unknown[]) => ({ role: 'assistant', content });
  const user = (content: unknown) => ({ role: 'user', content });
  return [
    { ...common, type: 'user', timestamp: iso(beginMs), message: user('Look into R1.A: is it the cache?') },
    {
      ...common,
      type: 'assistant',
      timestamp: iso(beginMs + 500),
      message: assistant([{ type: 'tool_use', id: 't1', name: 'Grep', input: { pattern: 'cache' } }]),
    },
    {
      ...common,
      type: 'user',
      timestamp: iso(beginMs + 600),
      message: user([{ type: 'tool_result', tool_use_id: 't1', content: 'src/cache.ts' }]),
    },
    {
      ...common,
      type: 'assistant',
      timestamp: iso(beginMs + 900),
      message: assistant([{ type: 'text', text: 'No.' }]),
    },
  ];
}

export const lines = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

export async function put(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

export const slug = (projectDir: string): string => projectDir.replace(/[^A-Za-z0-9]/g, '-');

/** Where Claude Code has the transcripts of a project. */
export const claudeProject = (root: string, projectDir: string): string => join(root, 'projects', slug(projectDir));

export const nested = (root: string, projectDir: string, agentId: string, session = 'parent-1'): string =>
  join(claudeProject(root, projectDir), session, 'subagents', `agent-${agentId}.jsonl`);

export interface WatchedFiles extends Files {
  /** Where each file and folder that was opened really lay at that moment. */
  readonly opened: string[];
  /** How many calls of each kind. */
  readonly counts: Record<keyof Files, number>;
}

export function watchedFiles(): WatchedFiles {
  const opened: string[] = [];
  const counts = { stat: 0, list: 0, head: 0, realPath: 0 };
  const real = (path: string): string => {
    try {
      return realpathSync(path);
    } catch {
      return path;
    }
  };
  return {
    opened,
    counts,
    stat: async (path) => ((counts.stat += 1), realFiles.stat(path)),
    list: async (path) => ((counts.list += 1), opened.push(real(path)), realFiles.list(path)),
    head: async (path, seen, most) => ((counts.head += 1), opened.push(real(path)), realFiles.head(path, seen, most)),
    realPath: async (path) => ((counts.realPath += 1), realFiles.realPath(path)),
  };
}
