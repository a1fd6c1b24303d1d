/** What is told to the page, as JSON: whatever an agent wrote is harmless to the eye there, as it is on a terminal. */
import { plainLines } from '../views/escape.js';

export const wireJson = (value: unknown): string => JSON.stringify(value, (_, each: unknown) => harmless(each));

/** Characters that reorder, hide or break what stands beside them are none of a page's markup: no escaping helps there. */
const harmless = (value: unknown): unknown => (typeof value === 'string' ? plainLines(value) : value);
