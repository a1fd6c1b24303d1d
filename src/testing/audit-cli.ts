/** What `proctor audit` says of a session, asked as a script would ask it. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { mainFile } from './proctor-client.js';

const Report = z.looseObject({
  ok: z.boolean(),
  records: z.number(),
  refusals: z.number(),
  damage: z.array(z.unknown()),
  head: z.string(),
  replay: z.looseObject({ ok: z.boolean() }),
});

/** Throws where the command finds anything wanting: its exit code says so. */
export async function auditOf(dataDir: string, sessionId: string, head?: string): Promise<z.infer<typeof Report>> {
  const witness = head === undefined ? [] : ['--head', head];
  const args = [mainFile, 'audit', sessionId, '--json', '--data', dataDir, ...witness];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Report.parse(JSON.parse(stdout));
}
