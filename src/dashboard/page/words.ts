/** Times and counts as people read them. */
const two = (value: number): string => String(value).padStart(2, '0');

export function clock(ms: number): string {
  const date = new Date(ms);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** With the day, for what may be long ago. */
export function day(ms: number): string {
  const date = new Date(ms);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock(ms)}`;
}

const units: readonly (readonly [ms: number, word: string])[] = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
];

export function ago(ms: number, now: number): string {
  for (const [unit, word] of units) {
    const count = Math.floor((now - ms) / unit);
    if (count > 0) return `${counted(count, word)} ago`;
  }
  return 'just now';
}

export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;

/** Of a file or an output. */
export function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1000 ? `${kilobytes.toFixed(1)} kB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

/** The last part of a path. */
export const folderOf = (path: string): string => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
