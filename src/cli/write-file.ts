/** Writes what a person asked for. Never over another file unless they said so. */
import { writeFile } from 'node:fs/promises';
import { codeOf } from '../store/disk.js';
import { Fault } from '../store/fault.js';
import { readPlainFile } from '../store/plain-file.js';
import { plain } from '../views/escape.js';
import { Refused } from './command.js';

const comparedBytesMax = 256 * 1024 * 1024;

/** False if the same text was there already. */
export async function writeOut(path: string, text: string, force: boolean): Promise<boolean> {
  try {
    if ((await textAt(path)) === text) return false;
    await writeFile(path, text, { flag: force ? 'w' : 'wx' });
    return true;
  } catch (error) {
    throw refusalFrom(error, plain(path));
  }
}

/** Only a plain file can have the same text; a device is written to as it is. */
const textAt = async (path: string): Promise<string | undefined> =>
  readPlainFile(path, { bytesMax: comparedBytesMax }).then(
    (bytes) => bytes.toString('utf8'),
    (error: unknown) => {
      if (codeOf(error) === 'EISDIR' || codeOf(error) === 'ENOTDIR') throw error;
      return undefined;
    },
  );

function refusalFrom(error: unknown, path: string): Error {
  switch (codeOf(error)) {
    case 'EEXIST':
      return new Refused(
        'FILE_EXISTS',
        `${path} is already there.`,
        'Choose another name, or overwrite it with --force.',
      );
    case 'ENOENT':
    case 'ENOTDIR':
      return new Refused('NO_DIRECTORY', `There is no directory for ${path}.`, 'Make it first, or choose another.');
    case 'EISDIR':
      return new Refused('IS_DIRECTORY', `${path} is a directory.`, 'Add the name of the file.');
    default:
      return new Fault('STORE_FAILED', `Could not write ${path} (${codeOf(error) ?? String(error)}).`, {
        retry: false,
        fix: 'Check the disk and your rights on the directory.',
        cause: error,
      });
  }
}
