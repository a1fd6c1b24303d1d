/** What is said of an edge: that it is open, what stands in the way, or what it waits for. */
import type { Plan } from '../session/planned.js';
import type { ChartEdge } from './chart-definition.js';
import type { AskedTicket } from './possible-ticket-asked.js';

export interface Judged {
  readonly allowed: boolean;
  readonly why: string;
  readonly codes: string[];
  /** Nobody calls for it: Proctor goes that way when it comes to that. */
  readonly waits?: true;
  /** When it comes to that, in milliseconds since 1970, if that is known. */
  readonly at?: number;
}

export type Judge = (asked: AskedTicket, edge: ChartEdge) => Judged;

export const waits = (why: string, at: number | null = null): Judged => ({
  allowed: false,
  why,
  codes: [],
  waits: true,
  ...(at === null ? {} : { at }),
});

export const not = (why: string): Judged => ({ allowed: false, why, codes: [] });

interface Said {
  /** Who can do it, and how. */
  readonly by: string;
  /** Where it would lead, where one call can lead to several. */
  readonly to?: string;
  /** Instead of what the rules say of a call that is out of place. */
  readonly otherwise?: string;
}

export function asks(planned: Plan, { by, to, otherwise }: Said): Judged {
  if (planned.ok) {
    const leads = to === undefined || planned.moves.some((move) => move.to === to);
    return leads ? { allowed: true, why: `allowed, by ${by}`, codes: [] } : not(otherwise ?? 'it would go elsewhere');
  }
  const codes = [...new Set(planned.violations.map(({ code }) => code))];
  const message = planned.violations[0]?.message ?? '';
  return { allowed: false, why: codes.includes('WRONG_STATUS') ? (otherwise ?? message) : message, codes };
}
