/** `proctor archive`: out of the list and out of reach of agents; nothing is lost. */
import { join } from 'node:path';
import { jsonText, type CliCommand } from './command.js';
import { pickSession } from './pick-session.js';
import { wrap } from './style.js';
import { personForUnfinished } from './unfinished.js';
import { inWorkspace } from './workspace.js';

export const archiveSession: CliCommand = {
  args: '<session>',
  options: {},
  notes: [
    'To bring it back, move its directory from archive to sessions in the data directory.',
    'A session with unfinished work is archived by a person at a terminal, not by an agent.',
  ],
  example: 'proctor archive s-k3v',
  async run(args, io) {
    return inWorkspace(args, io, async (workspace) => {
      const { store } = workspace;
      const id = await pickSession(store, args.positionals[0] ?? '');
      await personForUnfinished(workspace, id, io);
      await store.archive(id);
      const path = join(store.root, 'archive', id);
      if (args.values['json'] === true) io.out(jsonText({ sessionId: id, archived: path }));
      else for (const line of wrap(`Archived ${id}: it is now ${path}`, io.width)) io.out(line);
      return 0;
    });
  },
};
