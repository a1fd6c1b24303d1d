/** Replies of tot_status and ticket_status as the page reads them, and the rest of a list that came in pages. */
import type { StateLook, TicketRow } from '../wire.js';
import type { Host, ToolResult } from './mcp-app-host.js';

export type Looks = ReadonlyMap<string, StateLook>;

export interface NodeLine {
  readonly nodeId: string;
  readonly parent: string | null;
  readonly state: string;
  readonly title: string;
  readonly childrenNeeded?: number;
}

/** A ticket in brief has less of a gate; one of a page in full has all. */
export type TicketLine = Pick<TicketRow, 'ticketId' | 'title' | 'status' | 'progress'> & Partial<TicketRow>;

export interface Refusal {
  readonly message: string;
  readonly suggestion?: string;
}

/** What any of the replies may say. */
export interface Reply {
  readonly status?: string;
  readonly errors?: readonly Refusal[];
  readonly message?: string;
  readonly sessionId?: string;
  readonly nextCursor?: string;
  // An investigation
  readonly query?: string;
  readonly phase?: string;
  readonly protocol?: string;
  readonly currentRound?: number;
  readonly totalNodes?: number;
  readonly outcome?: string | null;
  readonly canEnd?: boolean;
  readonly blockers?: readonly Refusal[];
  readonly byState?: Readonly<Record<string, number>>;
  readonly quality?: Readonly<Record<string, number>>;
  readonly nextActions?: readonly string[];
  readonly nodes?: readonly NodeLine[];
  readonly node?: Readonly<Record<string, unknown>> & NodeLine;
  readonly sessions?: readonly { readonly sessionId: string; readonly query: string }[];
  // A board
  readonly tickets?: readonly TicketLine[] | number;
  readonly stats?: { readonly total: number };
  readonly waitingForPerson?: readonly string[];
  // One ticket
  readonly ticket?: TicketLine;
  readonly gate?: TicketRow['gate'] & { readonly feedback?: string };
  readonly run?: { readonly command: string; readonly excerpt?: string };
}

/** Some clients pass on only the text, which says the same. */
export function replyIn({ structuredContent, content = [] }: ToolResult): Reply {
  if (structuredContent) return structuredContent;
  const text = content.find(({ type }) => type === 'text')?.text ?? '';
  try {
    return JSON.parse(text) as Reply;
  } catch {
    return { message: text };
  }
}

/** Pages asked for at once. A tree may be far longer than anybody reads in a chat. */
const pagesMax = 5;

export const isInvestigation = ({ totalNodes, phase }: Reply): boolean =>
  totalNodes !== undefined && phase !== 'tickets';
export const ticketsIn = ({ tickets }: Reply): readonly TicketLine[] | undefined =>
  typeof tickets === 'object' ? tickets : undefined;

/** The lists of a reply page by page, from a cursor on; each page is told as soon as it is there. */
export async function morePages(
  host: Host,
  reply: Reply,
  from: string | undefined,
  page: (next: Reply) => void,
): Promise<void> {
  const tool = isInvestigation(reply) ? 'tot_status' : 'ticket_status';
  let cursor = from;
  for (let count = 0; count < pagesMax; count += 1) {
    const args = { sessionId: reply.sessionId, detail: 'full', ...(cursor === undefined ? {} : { cursor }) };
    const next = replyIn(await host.call(tool, args));
    if (next.status !== 'OK') return;
    page(next);
    cursor = next.nextCursor;
    if (cursor === undefined) return;
  }
}
