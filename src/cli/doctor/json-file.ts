/** JSON that others wrote, for looking at. */
import { plainText } from '../../store/plain-file.js';

/** Claude Code keeps what it knows of all projects in one of them. */
const jsonBytesMax = 64 * 1024 * 1024;

export type JsonFile =
  { readonly kind: 'none' } | { readonly kind: 'broken' } | { readonly kind: 'read'; readonly value: unknown };

export async function jsonAt(path: string): Promise<JsonFile> {
  const text = await plainText(path, jsonBytesMax);
  if (text === undefined) return { kind: 'none' };
  try {
    return { kind: 'read', value: JSON.parse(text.replace(/^\uFEFF/, '')) as unknown };
  } catch {
    return { kind: 'broken' };
  }
}

export const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  // Any object can be asked for its members; what they are is checked where they are used.
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
