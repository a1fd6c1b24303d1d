/** What the address names: a session, a node or a ticket of it, and a record of its journal. Worth sending to somebody. */
export interface Route {
  readonly session: string | null;
  readonly node: string | null;
  readonly ticket: string | null;
  /** Null: as it is now. */
  readonly seq: number | null;
}

const pattern = /^#\/(s-[a-z0-9]{1,40})(?:\/(node|ticket)\/([^/@]{1,120}))?(?:@(\d{1,9}))?$/;

export function routeOf(hash: string): Route {
  const [, session = null, kind, encoded = '', seq] = pattern.exec(hash) ?? [];
  const name = decoded(encoded);
  return {
    session,
    node: kind === 'node' ? name : null,
    ticket: kind === 'ticket' ? name : null,
    seq: seq === undefined ? null : Number(seq),
  };
}

export function hashOf({ session, node, ticket, seq }: Route): string {
  if (session === null) return '#/';
  const [kind, name] = ticket === null ? ['node', node] : ['ticket', ticket];
  return `#/${session}${name === null ? '' : `/${kind}/${encodeURIComponent(name)}`}${seq === null ? '' : `@${seq}`}`;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
