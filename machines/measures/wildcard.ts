/**
 * Sequences with stars, compared without ever trying a way twice: the cost is the product of the lengths, whatever the
 * pattern. Knows neither words nor paths; a star stands for any number of items, none included.
 */

/** Whether `pattern` covers all of `items`. Only the last star needs to be remembered: an earlier one gains nothing. */
export function coversAll<P, T>(
  pattern: readonly P[],
  items: readonly T[],
  star: P,
  covers: (part: P, item: T) => boolean,
  /** What the star may stand for. */
  starCovers: (item: T) => boolean = () => true,
): boolean {
  let at = 0;
  let starAt = -1;
  let retryAt = 0;
  for (let index = 0; index < items.length;) {
    const part = pattern[at];
    if (at < pattern.length && part === star) {
      starAt = at++;
      retryAt = index;
    } else if (at < pattern.length && covers(part as P, items[index] as T)) {
      // Both casts: the bounds are checked, and an item may itself be undefined.
      at += 1;
      index += 1;
    } else if (starAt !== -1 && starCovers(items[retryAt] as T)) {
      at = starAt + 1;
      index = retryAt += 1;
    } else return false;
  }
  while (at < pattern.length && pattern[at] === star) at += 1;
  return at === pattern.length;
}

/** Whether some sequence is covered by both patterns. `meet`: whether some one item is covered by both parts. */
export function canBothCover<P>(
  one: readonly P[],
  other: readonly P[],
  star: P,
  meet: (part: P, otherPart: P) => boolean,
): boolean {
  // Row by row, from the ends: `next[j]` says whether the rest of `one` after this part can meet `other` from j on.
  let next: boolean[] = [];
  for (let i = one.length; i >= 0; i -= 1) {
    const row = new Array<boolean>(other.length + 1).fill(false);
    for (let j = other.length; j >= 0; j -= 1) {
      const oneEnded = i === one.length;
      const otherEnded = j === other.length;
      if (oneEnded && otherEnded) row[j] = true;
      // A star either stands for nothing more, or takes what the other has here.
      else if (!oneEnded && one[i] === star) row[j] = next[j] === true || (!otherEnded && row[j + 1] === true);
      else if (!otherEnded && other[j] === star) row[j] = row[j + 1] === true || (!oneEnded && next[j] === true);
      // Both casts: neither has ended.
      else if (!oneEnded && !otherEnded) row[j] = next[j + 1] === true && meet(one[i] as P, other[j] as P);
    }
    next = row;
  }
  return next[0] === true;
}
