/**
 * Makes one call on the data directory of a real server fail: `node --import shim.mjs dist/main.js serve`. Which one is in
 * `PROCTOR_FAULT` (`sync:12:EIO`: the twelfth sync), the directory in `PROCTOR_FAULT_DIR`; what struck and how many calls
 * there were is added to the file `PROCTOR_FAULT_LOG`. With `PROCTOR_FAULT_FILE` only calls on files of that name count.
 *
 * After a failed sync a kernel may forget what was not durable and call the next sync a success. So the bytes that a
 * failed sync was for turn to zeros when the process ends, whatever was told of them since.
 */
import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import fsp from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

const { PROCTOR_FAULT: wanted = '', PROCTOR_FAULT_DIR: dir = '/nowhere', PROCTOR_FAULT_LOG: log = '' } = process.env;
const { PROCTOR_FAULT_FILE: wantedFile = '' } = process.env;
const [wantedKind, wantedNumber, code] = wanted.split(':');

const counts = { open: 0, write: 0, sync: 0, rename: 0, unlink: 0 };
/** By handle: where it is open. By inode: how much of it is durable, and what never will be. */
const places = new WeakMap();
const files = new Map();

const isOurs = (path) => typeof path === 'string' && (path === dir || path.startsWith(`${dir}/`));

/** The error this call is to end in, if it is the one. */
function failure(kind, path) {
  if (!path.endsWith(wantedFile)) return undefined;
  counts[kind] += 1;
  if (kind !== wantedKind || counts[kind] !== Number(wantedNumber)) return undefined;
  fs.appendFileSync(log, `struck ${kind} ${counts[kind]} ${code} ${path.slice(dir.length)}\n`);
  return Object.assign(new Error(`${code}: injected, ${kind} '${path}'`), { code, syscall: kind, path });
}

/** Calls on files that are not ours go through. */
const unlessFailing = (kind, call) =>
  async function (path, ...rest) {
    const error = isOurs(path) ? failure(kind, path) : undefined;
    if (error) throw error;
    return call.call(this, path, ...rest);
  };

const { open, rename, unlink, rm } = fsp;
fsp.rename = unlessFailing('rename', rename);
fsp.unlink = unlessFailing('unlink', unlink);
fsp.rm = unlessFailing('unlink', rm);
fsp.open = async function (path, ...rest) {
  const handle = await unlessFailing('open', open)(path, ...rest);
  if (isOurs(path)) watch(handle, path);
  return handle;
};

function watch(handle, path) {
  const stat = fs.fstatSync(handle.fd);
  const key = `${stat.dev}:${stat.ino}`;
  places.set(handle, { path, key });
  if (stat.isFile() && !files.has(key)) files.set(key, { durable: stat.size, forgotten: [] });
}

const someHandle = await open(process.execPath, 'r');
const methods = Object.getPrototypeOf(someHandle);
await someHandle.close();

for (const name of ['write', 'writeFile']) {
  const call = methods[name];
  methods[name] = async function (bytes, ...rest) {
    const place = places.get(this);
    const error = place && failure('write', place.path);
    // A full disk may take a part.
    if (error?.code === 'ENOSPC') await call.call(this, bytes.subarray(0, bytes.length >> 1), ...rest);
    if (error) throw error;
    return call.call(this, bytes, ...rest);
  };
}

for (const name of ['sync', 'datasync']) {
  const call = methods[name];
  methods[name] = async function () {
    const place = places.get(this);
    if (!place) return call.call(this);
    const file = files.get(place.key);
    const size = file ? fs.fstatSync(this.fd).size : 0;
    const error = failure('sync', place.path);
    if (error && file && size > file.durable) file.forgotten.push([file.durable, size]);
    if (!error) await call.call(this);
    if (file) file.durable = Math.max(file.durable, size);
    if (error) throw error;
  };
}

syncBuiltinESMExports();

process.on('exit', () => {
  fs.appendFileSync(log, `counted ${JSON.stringify(counts)}\n`);
  const lost = [...files].filter(([, { forgotten }]) => forgotten.length > 0);
  if (lost.length === 0) return;
  for (const name of fs.readdirSync(dir, { recursive: true })) {
    const path = join(dir, String(name));
    const stat = fs.lstatSync(path);
    const file = lost.find(([key]) => key === `${stat.dev}:${stat.ino}`);
    for (const [from, to] of file?.[1].forgotten ?? []) {
      const fd = fs.openSync(path, 'r+');
      fs.writeSync(fd, Buffer.alloc(to - from), 0, to - from, from);
      fs.closeSync(fd);
      fs.appendFileSync(log, `forgot ${to - from} bytes of ${name} at ${from}\n`);
    }
  }
});
