/** Times and counts as people read them. */
const two = (value: number): string => String(value).padStart(2, '0');

export function clock(ms: number): string {
  const date = new Date(ms);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

const units: readonly (readonly [ms: number, word: string])[] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
];

export function ago(ms: number, now: number): string {
  for (const [unit, word] of units) {
    const count = Math.floor((now - ms) / unit);
    if (count > 0) return `${count} ${word}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}
