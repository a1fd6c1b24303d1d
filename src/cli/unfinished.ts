/** Keeps whoever is no person from making unfinished work disappear: what is out of the list holds up nobody any more. */
import { Refused, type Io } from './command.js';
import { sitterAt } from './person.js';
import type { Workspace } from './workspace.js';

export async function personForUnfinished({ engine }: Workspace, id: string, io: Io): Promise<void> {
  const sitter = sitterAt(io);
  if (sitter.isPerson || !(await isUnfinished(engine, id))) return;
  throw new Refused(
    'PERSON_REQUIRED',
    `${id} has unfinished work, and only a person at a terminal may take it out of sight: ${sitter.why} Nothing was changed.`,
    'Finish it, end the investigation as inconclusive, or let a person run this in a terminal of their own.',
  );
}

/** Of a session that cannot be read nobody can say; there is nothing left in it to go on with. */
async function isUnfinished(engine: Workspace['engine'], id: string): Promise<boolean> {
  try {
    return (await engine.query(id, { kind: 'overview' })).value.open;
  } catch {
    return false;
  }
}
