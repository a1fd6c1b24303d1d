/** Identifiers. A session id is matched before it may touch a path; a node id states its round. */
import { z } from 'zod';
import { sessionIdPattern } from './session-id.js';

export const SessionId = z.string().regex(sessionIdPattern);
export type SessionId = z.infer<typeof SessionId>;

export const RequestId = z.string().min(1).max(128);

/** Letters and digits that identify a node within its round. */
const nodeIdPattern = /^R([1-9][0-9]{0,14})\.([A-Za-z0-9]{1,32})$/;

export const NodeId = z.string().regex(nodeIdPattern, 'such as R1.A');

/** The round a well-formed node id names, or undefined. */
export function roundOf(id: string): number | undefined {
  const round = nodeIdPattern.exec(id)?.[1];
  return round === undefined ? undefined : Number(round);
}
