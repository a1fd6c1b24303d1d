/** `proctor ui`: the dashboard, in a process of its own, on whatever other processes write. */
import { jsonText, text, type CliCommand } from './command.js';
import { codeLine, startDashboard } from './dashboard.js';
import { portOf } from './inspector.js';
import { openInBrowser } from './open-in-browser.js';
import { pickSession } from './pick-session.js';
import { untilAborted } from './until-aborted.js';
import { inWorkspace } from './workspace.js';

export const ui: CliCommand = {
  args: '[session]',
  options: {
    port: { type: 'string', short: 'p', value: 'N', about: 'listen there; any free port otherwise' },
    open: { type: 'boolean', about: 'open it in the browser too' },
  },
  notes: [
    'Open the whole address it prints in a browser: the key after # lets you in. A store keeps its key; delete dashboard.key there to get a new one.',
    'It shows every session of the store, live, whichever process works on them; on this machine only, until Ctrl-C.',
    'Started by a person at a terminal, it also shows a code there. Type the code on the page to decide about tickets that wait for a person.',
    'proctor serve --http has the same page. Without a browser: proctor status <session> --watch.',
  ],
  example: 'proctor ui',
  async run(args, io) {
    const port = portOf(text(args.values['port']), '--port');
    return inWorkspace(
      args,
      io,
      async (workspace) => {
        const { store, data, version } = workspace;
        const [given] = args.positionals;
        const sessionId = given === undefined ? undefined : await pickSession(store, given);
        const stopped = io.untilStopped();
        const { address, code, stop } = await startDashboard(workspace, { port, sessionId }, io);
        // On stderr, which is the terminal, also where a program reads the address.
        if (code !== undefined) io.say(codeLine(code));
        if (args.values['json'] === true) io.out(jsonText({ address, dataDir: data.dir }));
        else {
          io.say(`proctor ${version}: the dashboard of the sessions in ${data.dir}`);
          io.out(address);
          io.say('Ctrl-C ends the dashboard; sessions and servers go on without it.');
        }
        if (args.values['open'] === true && !(await openInBrowser(address, io)))
          io.say('proctor: there is nothing here to open it with; copy the address into a browser.');
        await untilAborted(stopped);
        await stop();
        return 0;
      },
      { manyClients: true },
    );
  },
};
