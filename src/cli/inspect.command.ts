/** `proctor inspect`: shows a session in the Stately inspector, whichever process works on it. */
import { codeOf } from '../store/disk.js';
import { jsonText, text, type CliCommand } from './command.js';
import { portOf, portTaken, startInspector } from './inspector.js';
import { pickSession } from './pick-session.js';
import { untilAborted } from './until-aborted.js';
import { inWorkspace } from './workspace.js';

export const inspect: CliCommand = {
  args: '<session>',
  options: {
    port: { type: 'string', short: 'p', value: 'N', about: 'listen there; any free port otherwise' },
  },
  notes: [
    'Open the address it prints in a browser. It works from this machine only, and ends with Ctrl-C.',
    'The charts are drawn by https://stately.ai/inspect in your browser, which is handed what is shown. Without',
    'internet the page still lists every actor with its state; proctor status <session> --watch needs no browser.',
    'With --json the addresses go to stdout, also the one for createWebSocketReceiver of @statelyai/inspect.',
  ],
  example: 'proctor inspect s-k3v',
  async run(args, io) {
    const port = portOf(text(args.values['port']), '--port');
    return inWorkspace(args, io, async ({ engine, store }) => {
      const id = await pickSession(store, args.positionals[0] ?? '');
      const stopped = io.untilStopped();
      const inspector = await startInspector({ engine, sessions: async () => [id] }, port, io).catch(
        (error: unknown) => {
          throw codeOf(error) === 'EADDRINUSE' ? portTaken(port) : error;
        },
      );
      await inspector.ready;
      if (args.values['json'] === true)
        io.out(jsonText({ sessionId: id, page: inspector.page, webSocket: inspector.socket }));
      else io.say('Ctrl-C ends the inspector, not the session.');
      await untilAborted(stopped);
      await inspector.close();
      return 0;
    });
  },
};
