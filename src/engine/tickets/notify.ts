/** Tells a person that they are waited for, by the command or the address the project's config names. Never in the way. */
import { spawn } from 'node:child_process';
import type { ProjectConfig } from '../../../machines/schema/policy.js';
import { programs } from '../programs.js';
import { environmentOf } from '../verify/environment.js';

export interface Notice {
  readonly sessionId: string;
  readonly ticketId: string;
  readonly title: string;
  readonly reason: string;
  readonly projectDir: string;
}

const timeoutMs = 10_000;

export async function notify(
  { notify: to }: ProjectConfig,
  notice: Notice,
  warn: (message: string) => void,
): Promise<void> {
  const text = JSON.stringify(notice);
  const failed = (what: string) => (error: unknown) => {
    warn(`the person waited for was not told by ${what}: ${error instanceof Error ? error.message : String(error)}`);
  };
  await Promise.all([
    to.command && runNotice(to.command, notice, text).catch(failed(`command ${to.command[0]}`)),
    to.webhook !== undefined && post(to.webhook, text).catch(failed('webhook')),
  ]);
}

/** The notice is JSON on stdin, and a line of it in the last argument's place is not needed: nothing is put into argv. */
async function runNotice([word = '', ...args]: readonly string[], notice: Notice, text: string): Promise<void> {
  // The config says which; a bare name is never one that was planted in the project.
  const program = word.includes('/') ? word : await programs.find(word, notice.projectDir);
  if (program === undefined) throw new Error('there is no such program outside the project');
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: notice.projectDir,
      env: { ...environmentOf(process.env), PROCTOR_TICKET: notice.ticketId, PROCTOR_SESSION: notice.sessionId },
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(signal === null ? `exit code ${code}` : `ended by ${signal}`));
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${text}\n`);
  });
}

async function post(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const { ok, status } = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!ok) throw new Error(`it answered ${status}`);
}
