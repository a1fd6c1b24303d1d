/** The tools on a real engine and store in a temporary directory, called as a transport would, without one. */
import { fileURLToPath } from 'node:url';
import { EmbeddedEngine } from '../engine/embedded.js';
import { newNonce } from '../engine/ids.js';
import { processesOn } from '../store/holder.js';
import { loadProtocols } from '../store/protocol-files.js';
import { realDisk } from '../store/real-disk.js';
import { Store } from '../store/store.js';
import { callTool } from '../tools/call.js';
import { tools } from '../tools/index.js';
import type { Reply } from '../tools/tool.js';
import { temporaryDir } from './proctor-client.js';

export interface ToolBench {
  readonly engine: EmbeddedEngine;
  readonly dataDir: string;
  call(tool: string, args: Record<string, unknown>): Promise<Reply>;
  /** Another engine on the same store, as after a restart. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export async function toolBench(): Promise<ToolBench> {
  const { path: root, remove } = await temporaryDir();
  const now = () => Date.now();
  const onWarning = () => undefined;
  const processes = processesOn(realDisk);
  const open = () =>
    new EmbeddedEngine({
      store: new Store({ disk: realDisk, root, processes, now, nonce: newNonce, onWarning, summaryShape: 'test' }),
      now,
      warn: onWarning,
    });
  const protocols = loadProtocols(fileURLToPath(new URL('../../data/protocols', import.meta.url)));
  let engine = open();
  return {
    dataDir: root,
    get engine() {
      return engine;
    },
    async call(name, args) {
      const tool = tools.find((each) => each.name === name);
      if (!tool) throw new Error(`no tool ${name}`);
      return callTool(tool, args, { engine, protocols, projectDir: root, by: { role: 'solo', known: 'claimed' } });
    },
    async restart() {
      await engine.close();
      engine = open();
    },
    async close() {
      await engine.close();
      await remove();
    },
  };
}
