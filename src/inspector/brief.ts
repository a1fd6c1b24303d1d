/**
 * Contexts and events, cut to what a person reads in an inspector. Nothing in them may grow with the tree, or with what
 * an agent chose to write; the journal has all of it.
 */

const limits = { depth: 6, items: 20, chars: 300 } as const;

export function brief(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return shortened(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= limits.depth) return '…';
  if (Array.isArray(value)) {
    const shown = value.slice(0, limits.items).map((item) => brief(item, depth + 1));
    return value.length > limits.items ? [...shown, `… and ${value.length - limits.items} more`] : shown;
  }
  const entries = Object.entries(value);
  const shown = entries.slice(0, limits.items * 2).map(([key, item]) => [key, brief(item, depth + 1)] as const);
  const more = entries.length - shown.length;
  return Object.fromEntries(more > 0 ? [...shown, ['…', `and ${more} more`]] : shown);
}

const shortened = (text: string): string => (text.length > limits.chars ? `${text.slice(0, limits.chars - 1)}…` : text);
