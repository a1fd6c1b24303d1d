/** Writes `{a,b}` out, as a shell does: nested too, and a brace without a comma or a partner stays as it is. */

/** All alternatives, or undefined if there are more than `max`. */
export function expandBraces(text: string, max: number): string[] | undefined {
  const group = firstGroup(text);
  if (group === undefined) return [text];
  const tails = expandBraces(text.slice(group.end), max);
  const middles: string[] = [];
  for (const alternative of group.alternatives) {
    const expanded = expandBraces(alternative, max);
    if (expanded === undefined) return undefined;
    middles.push(...expanded);
  }
  if (tails === undefined || middles.length * tails.length > max) return undefined;
  const head = text.slice(0, group.start);
  return middles.flatMap((middle) => tails.map((tail) => head + middle + tail));
}

interface Group {
  readonly start: number;
  readonly end: number;
  readonly alternatives: readonly string[];
}

function firstGroup(text: string): Group | undefined {
  for (let start = text.indexOf('{'); start !== -1; start = text.indexOf('{', start + 1)) {
    const group = groupAt(text, start);
    if (group && group.alternatives.length > 1) return group;
  }
  return undefined;
}

function groupAt(text: string, start: number): Group | undefined {
  const alternatives: string[] = [];
  let from = start + 1;
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (char === '{') depth += 1;
    if (char === '}') depth -= 1;
    if (depth === 0 || (depth === 1 && char === ',')) {
      alternatives.push(text.slice(from, at));
      from = at + 1;
    }
    if (depth === 0) return { start, end: at + 1, alternatives };
  }
  return undefined;
}
