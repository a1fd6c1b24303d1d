/**
 * Loaded into a real server with `--import`: the sync of a journal numbered PROCTOR_FAIL_SYNC fails as on a broken disk.
 * All others, before and after it, are the system's own.
 */
import { readlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';

const failing = Number(process.env.PROCTOR_FAIL_SYNC);
const handle = await open('/dev/null');
const prototype = Object.getPrototypeOf(handle);
await handle.close();
const { datasync } = prototype;
let syncs = 0;

prototype.datasync = async function () {
  if (readlinkSync(`/proc/self/fd/${this.fd}`).endsWith('journal.jsonl') && ++syncs === failing)
    throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  return datasync.call(this);
};
