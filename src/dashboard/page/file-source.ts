/** A session as the file it was exported into holds it: any record of it, nothing to decide, nobody to ask. */
import type { FileSession, FileStory } from '../wire.js';
import { SourceError, type Source } from './source.js';

const undecidable = 'This is a file: nothing can be decided in it. Use proctor ui, or proctor decide in a terminal.';

export function fileSource(file: FileSession): Source {
  const last = file.entries.at(-1)?.seq ?? 0;
  const own = (id: string): void => {
    if (id !== file.about.sessionId)
      throw new SourceError(
        'That session is not in this file.',
        'Open the one that is, or ask whoever sent the link for its file.',
        404,
      );
  };
  // What fails is to fail as a promise, like that of a server.
  return {
    sessions: async () => Promise.resolve({ items: [file.info], hasMore: false }),
    about: async (id) => {
      own(id);
      return Promise.resolve(file.about);
    },
    log: (_, listener) => {
      listener.entries(file.entries);
      listener.connection('file');
      return () => undefined;
    },
    node: async (id, nodeId, seq) => {
      own(id);
      const { value, history, moves } = toldAt(file.nodes[nodeId], seq, last);
      const { story, ...node } = value;
      return Promise.resolve({ seq, node: { ...node, children: [], history }, story, moves });
    },
    ticket: async (id, ticketId, seq) => {
      own(id);
      const { value, history, moves } = toldAt(file.tickets[ticketId], seq, last);
      const { current, taken, story, personAsked, ...ticket } = value;
      const told = { ticket: { ...ticket, history }, current, taken, story, personAsked, moves };
      return Promise.resolve({ seq, ...told, decisions: [], undecidable });
    },
    chart: async (name) => Promise.resolve(file.charts[name] ?? ''),
  };
}

/** The versions up to a record, one put over the other. */
function toldAt<T, Line extends { readonly seq: number }, Move>(
  story: FileStory<T, Line, Move> | undefined,
  seq: number,
  last: number,
) {
  let value: Record<string, unknown> | undefined;
  for (const { set, unset = [], gone, ...version } of story?.versions ?? []) {
    if (version.seq > seq) break;
    value = gone ? undefined : { ...value, ...set };
    for (const key of unset) Reflect.deleteProperty(value ?? {}, key);
  }
  if (!story || !value) throw new SourceError('It is not there at this record.', 'Choose a later record.', 404);
  return {
    // The first version of anything holds all of it.
    value: value as T,
    history: story.history.filter((line) => line.seq <= seq),
    moves: seq >= last ? story.moves : [],
  };
}
