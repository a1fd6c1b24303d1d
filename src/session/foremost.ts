/** Which violations are told where there are too many: something of every kind, so that no way out is left unsaid. */
import type { Violation } from '../../machines/schema/violation.js';

/** As many as a refusal tells of. */
const violationsMax = 20;

/** In their order: first one of each code, then one of each fix, then whatever comes first. */
export function foremost<T extends Pick<Violation, 'code' | 'fix'>>(
  violations: readonly T[],
  max = violationsMax,
): readonly T[] {
  if (violations.length <= max) return violations;
  const chosen = new Set<T>();
  const seen = new Set<string>();
  for (const kindOf of [({ code }: T) => code, ({ code, fix }: T) => `${code}\n${fix}`, undefined])
    for (const each of violations) {
      const kind = kindOf?.(each);
      if (chosen.size === max || (kind !== undefined && seen.has(kind))) continue;
      if (kind !== undefined) seen.add(kind);
      chosen.add(each);
    }
  return violations.filter((each) => chosen.has(each));
}
