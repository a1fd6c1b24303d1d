/** The last act: everything that was played, in the dashboard. It stays for as long as somebody sits at the terminal. */
import type { ExitCode, Io } from '../command.js';
import { codeLine, startDashboard } from '../dashboard.js';
import { untilAborted } from '../until-aborted.js';
import type { Workspace } from '../workspace.js';
import type { Stage } from './stage.js';

interface Shown {
  readonly sessionId: string;
  readonly isKept: boolean;
  readonly stopped: AbortSignal;
}

export async function showDashboard(
  workspace: Workspace,
  stage: Stage,
  { sessionId, isKept, stopped }: Shown,
  io: Io,
): Promise<ExitCode> {
  const { address, code, stop } = await startDashboard(workspace, { port: 0, sessionId }, io);
  const again = `proctor ui ${sessionId} --data ${workspace.data.dir}`;
  const { bold, dim, cyan } = stage.paint;
  stage.gap();
  stage.say('See all of it in the dashboard', undefined, bold);
  stage.exact({ text: '  ' }, cyan(address));
  if (io.terminal) {
    stage.say(
      'The whole tree, both tickets, every record; space replays it. Ctrl-C ends the demo.',
      { text: '  ' },
      dim,
    );
    if (code !== undefined) stage.say(codeLine(code), { text: '  ' }, dim);
    await untilAborted(stopped);
  } else stage.say('Nobody sits at a terminal, so it is closed again.', { text: '  ' }, dim);
  await stop();
  if (isKept) stage.exact({ text: '  Later: ' }, again);
  else stage.say('Nothing of this demo is left behind; with --keep you can come back to it.', { text: '  ' }, dim);
  return 0;
}
