/** How texts are compared and measured. */

/** Two evidence texts that differ only in case and spacing are the same text. */
export const normalised = (text: string): string => text.toLowerCase().replace(/\s+/gu, ' ').trim();

/** Characters that carry something: white space collapsed. */
export const charsOf = (text: string): number => [...text.replace(/\s+/gu, ' ').trim()].length;

/** The first few and how many there are: a message must not grow with the tree. */
export interface Sample {
  readonly ids: readonly string[];
  readonly count: number;
}

export function sampled(all: ReadonlySet<string> | readonly string[], max = 5): Sample {
  const ids: string[] = [];
  for (const id of all) {
    if (ids.length === max) break;
    ids.push(id);
  }
  return { ids, count: Array.isArray(all) ? all.length : (all as ReadonlySet<string>).size };
}

/** `a, b, c and 4 more`. */
export function listed({ ids, count }: Sample): string {
  const more = count - ids.length;
  return more > 0 ? `${ids.join(', ')} and ${more} more` : ids.join(', ');
}

/** As `listed`, of as many as fit into so many characters; the first in any case. */
export function listedWithin({ ids, count }: Sample, charsMax: number): string {
  let chars = 0;
  const fitting = ids.filter((id, index) => {
    chars += id.length + 2;
    return index === 0 || chars <= charsMax;
  });
  return listed({ ids: fitting, count });
}

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const shownMax = 8;

/** The first few, and how many more there are. */
export function shortList(items: readonly string[]): string {
  const more = items.length - shownMax;
  return items.slice(0, shownMax).join('; ') + (more > 0 ? `; and ${more} more` : '');
}
