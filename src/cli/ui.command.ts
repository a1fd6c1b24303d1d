/** `proctor ui`: the dashboard, in a process of its own, on whatever other processes write. */
import { realDisk } from '../store/real-disk.js';
import { Tokens } from '../store/tokens.js';
import { RequestLog } from '../transports/http/request-log.js';
import { serveHttp } from '../transports/http/serve-http.js';
import { jsonText, text, type CliCommand } from './command.js';
import { dashboardOn } from './dashboard.js';
import { listenTrouble } from './http-options.js';
import { portOf } from './inspector.js';
import { openInBrowser } from './open-in-browser.js';
import { pickSession } from './pick-session.js';
import { openWorkspace } from './workspace.js';

const host = '127.0.0.1';
/** A page asks for what it shows, and now and then for more. */
const limits = { ratePerSecond: 1000, arriveMsMax: 15_000 } as const;

export const ui: CliCommand = {
  args: '[session]',
  options: {
    port: { type: 'string', short: 'p', value: 'N', about: 'listen there; any free port otherwise' },
    open: { type: 'boolean', about: 'open it in the browser too' },
  },
  notes: [
    'Open the address it prints in a browser, whole: what stands behind # lets you in, and is another one each time.',
    'It shows every session of the store, live, whichever process works on them; on this machine only, until Ctrl-C.',
    'proctor serve --http has the same page. Without a browser: proctor status <session> --watch.',
  ],
  example: 'proctor ui',
  async run(args, io) {
    const port = portOf(text(args.values['port']), '--port');
    const { engine, store, data, version } = openWorkspace(args, io, { manyClients: true });
    const [given] = args.positionals;
    try {
      const session = given === undefined ? undefined : await pickSession(store, given);
      const dashboard = await dashboardOn(engine);
      const options = {
        ...{ host, port, allowHosts: [], isTokenNeeded: true, ...limits, version, pageKey: dashboard.pageKey },
        tokens: new Tokens(realDisk, data.dir, () => Date.now()),
        log: new RequestLog('off', io.say, () => Date.now()),
      };
      const listening = (url: string) => {
        const address = dashboard.address(url, session);
        if (args.values['json'] === true) io.out(jsonText({ address, dataDir: data.dir }));
        else {
          io.say(`proctor ${version}: sessions in ${data.dir}`);
          io.out(address);
          io.say('Ctrl-C ends the dashboard; sessions and servers go on without it.');
        }
        if (args.values['open'] === true)
          void openInBrowser(address, io).then((isOpen) => {
            if (!isOpen) io.say('proctor: there is nothing here to open it with; copy the address into a browser.');
          });
      };
      await serveHttp(dashboard.routes, options, { listening, close: async () => dashboard.close() });
    } catch (error) {
      throw listenTrouble(error, { host, port });
    } finally {
      await engine.close();
    }
    return 0;
  },
};
