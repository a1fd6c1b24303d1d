/** One real server for all the tests of a file: started before the first, gone with its data after the last. */
import { connect, temporaryDir, type ProctorClient } from './proctor-client.js';

export interface OneServer extends ProctorClient {
  /** Another server on the same data, in place of the one before. */
  reconnect(): Promise<void>;
}

export function oneServer(): OneServer {
  let data: Awaited<ReturnType<typeof temporaryDir>>;
  let now: ProctorClient;
  beforeAll(async () => {
    data = await temporaryDir();
    now = await connect(data.path);
  });
  afterAll(async () => {
    await now.close();
    await data.remove();
  });
  return currentServer(
    () => now,
    async () => (now = await connect(data.path)),
  );
}

/** Stands for whichever server there is at the time. */
export function currentServer(now: () => ProctorClient, next: () => Promise<unknown>): OneServer {
  return {
    get client() {
      return now().client;
    },
    get dataDir() {
      return now().dataDir;
    },
    get pid() {
      return now().pid;
    },
    stderr: () => now().stderr(),
    call: (tool, args) => now().call(tool, args),
    close: () => now().close(),
    reconnect: async () => {
      await now().close();
      await next();
    },
  };
}
