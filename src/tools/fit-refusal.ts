/**
 * Makes a refusal small without taking a way out from anybody: a suggestion that many errors share is said once and
 * pointed at; messages are shortened first, then errors like others are counted instead of told.
 */
import { bytesOf, clip, type Sized } from './fit.js';
import type { Reply } from './tool.js';

interface Told {
  readonly error: string;
  readonly message: string;
  readonly suggestion: string;
}

/** From hardly noticeable to the bare bones; `alike` is how many errors of one code and suggestion are told. */
const steps = [
  { message: 240, alike: 20, suggestion: 240 },
  { message: 160, alike: 20, suggestion: 240 },
  { message: 100, alike: 20, suggestion: 240 },
  { message: 60, alike: 20, suggestion: 240 },
  { message: 30, alike: 20, suggestion: 240 },
  { message: 60, alike: 5, suggestion: 240 },
  { message: 60, alike: 1, suggestion: 240 },
  { message: 30, alike: 1, suggestion: 240 },
  { message: 30, alike: 1, suggestion: 120 },
  { message: 20, alike: 1, suggestion: 60 },
  { message: 20, alike: 1, suggestion: 30 },
] as const;

export function fittedRefusal({ reply, bytesMax }: Sized): Reply {
  const errors = reply['errors'] as readonly Told[];
  let short = reply;
  for (const { message, alike, suggestion } of steps) {
    const told = atMost(errors, alike).map((each) => ({
      ...each,
      message: clip(each.message, message),
      suggestion: clip(each.suggestion, suggestion),
    }));
    const count = told.length < errors.length && reply['errorCount'] === undefined ? { errorCount: errors.length } : {};
    short = { ...reply, errors: pointed(told), ...count };
    if (bytesOf(short) <= bytesMax) break;
  }
  return short;
}

/** So many of each code and suggestion. */
function atMost(errors: readonly Told[], alike: number): Told[] {
  const counts = new Map<string, number>();
  return errors.filter(({ error, suggestion }) => {
    const kind = `${error}\n${suggestion}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= alike;
  });
}

/** What was said before is pointed at, by its place in the list. */
function pointed(errors: readonly Told[]): Told[] {
  const places = new Map<string, number>();
  return errors.map((each, at) => {
    const place = places.get(each.suggestion);
    if (place === undefined) places.set(each.suggestion, at);
    const pointer = `As in errors[${place ?? at}].`;
    return place === undefined || pointer.length >= each.suggestion.length ? each : { ...each, suggestion: pointer };
  });
}
