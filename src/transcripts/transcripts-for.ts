/** The transcripts of every known client, where each of them keeps them on this machine. */
import { join, resolve } from 'node:path';
import { ClaudeCodeTranscripts } from './claude-code.js';
import { CodexTranscripts } from './codex.js';
import { CursorTranscripts } from './cursor.js';
import { realFiles, type Files } from './files.js';
import type { TranscriptProvider } from './provider.js';
import { TranscriptRoot } from './transcript-root.js';

export interface TranscriptSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** `--transcripts`: Claude Code's folder, the one that has `projects` in it. */
  readonly flag?: string | undefined;
  /** What a relative `flag` starts from; without it, this process's own. */
  readonly cwd?: string;
}

export function transcriptsFor(
  { env, home, flag, cwd = process.cwd() }: TranscriptSources,
  files: Files = realFiles,
): TranscriptProvider[] {
  const folder = (setting: string | undefined, usual: string) => resolve(cwd, nonEmpty(setting) ?? join(home, usual));
  const root = (path: string) => new TranscriptRoot(files, path);
  return [
    new ClaudeCodeTranscripts(root(folder(nonEmpty(flag) ?? env['CLAUDE_CONFIG_DIR'], '.claude'))),
    new CodexTranscripts(root(folder(env['CODEX_HOME'], '.codex'))),
    new CursorTranscripts(root(folder(undefined, '.cursor'))),
  ];
}

/** An empty setting says nothing. */
const nonEmpty = (setting: string | undefined): string | undefined => (setting === '' ? undefined : setting);
