/** Why a ticket waits, said to the very person it waits for. */
import { waitsFor } from '../views/ticket-next.js';

export const whyYou = (type: string | undefined): string =>
  type === undefined || type === 'ASKED' ? 'an agent asked for a person' : (waitsFor[type] ?? type);
