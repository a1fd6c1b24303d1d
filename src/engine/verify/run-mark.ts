/**
 * The name a run is known by to a later server: which process table, which server, which run. With it, what a killed
 * server left behind is told from what another server is just doing.
 */
import { randomBytes } from 'node:crypto';
import { processesOn } from '../../store/holder.js';
import { realDisk } from '../../store/real-disk.js';
import { tableId } from './process-table.js';

/**
 * The variable by which the processes of a run are found. Where there is a PID namespace only its first process has it,
 * for the case that the server is killed before that process has asked to die with it.
 */
export const markVariable = 'PROCTOR_RUN';

const processes = processesOn(realDisk);
const shape = /^(\d+)-(\d+)-(\d+)-[0-9a-f]{12}$/;

/** A new mark of this server; nothing where the system does not tell processes apart. */
export async function newMark(): Promise<string | undefined> {
  const { pid, start } = await processes.self();
  const table = tableId();
  if (start === '' || table === '') return undefined;
  return `${table}-${pid}-${start}-${randomBytes(6).toString('hex')}`;
}

/** True if the server that gave this mark is gone. Another table's numbers say nothing, so its marks are left alone. */
export async function isLeftBehind(mark: string): Promise<boolean> {
  const [, table, pid, start] = shape.exec(mark) ?? [];
  if (table === undefined || start === undefined || table !== tableId()) return false;
  const { boot } = await processes.self();
  return !(await processes.isAlive({ pid: Number(pid), start, boot }));
}
