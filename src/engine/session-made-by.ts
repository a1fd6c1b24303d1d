/** Which session a command makes. A request that is repeated in the same project makes none: it finds its first. */
import type { Command } from '../../machines/schema/command.js';
import type { Store } from '../store/store.js';
import { oldSessionIdFor, sessionIdFor } from './ids.js';

export async function sessionMadeBy(command: Command, requestId: string | undefined, store: Store): Promise<string> {
  const projectDir = projectAsked(command);
  const sessionId = sessionIdFor(requestId, projectDir);
  if (requestId === undefined || (await store.exists(sessionId))) return sessionId;
  // Sessions used to be found by the request alone: one of another project is not what is asked for.
  const oldId = oldSessionIdFor(requestId);
  const [first] = (await store.exists(oldId)) ? ((await store.recordsAnywhere(oldId)) ?? []) : [];
  const isOurs = first?.record.outcome === 'OK' && projectAsked(first.record.command) === projectDir;
  return isOurs ? oldId : sessionId;
}

function projectAsked(command: Command): string | undefined {
  if (command.type === 'investigation.start') return command.projectDir;
  return command.type === 'tickets.open' ? command.session?.projectDir : undefined;
}
