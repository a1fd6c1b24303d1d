/** The codes of tickets, by which of the generated tests meets them. Between them they meet every rule there is. */
import * as closureRules from '../../../machines/rules/closure/index.js';
import * as ticketRules from '../../../machines/rules/tickets/index.js';

type Rules = typeof ticketRules;
type Coded = { readonly code: string };

/** Told to calls that open tickets, or are about none that is there. */
const opening = ({ openRules, callerRules, treeRule, withdrawRule, dropRule }: Rules): Coded[] => [
  ...openRules,
  ...[callerRules.found, callerRules.role, treeRule, withdrawRule, dropRule],
];

const sorted = (rules: readonly Coded[]): string[] => [...new Set(rules.map(({ code }) => code))].sort();

/** Every rule that is listed, whatever the list. */
const everyRule = (rules: Rules): Coded[] =>
  Object.values(rules).flatMap((listed): readonly Coded[] =>
    'code' in listed ? [listed] : Array.isArray(listed) ? listed : Object.values(listed),
  );

export const openingCodes = (rules: Rules): string[] => sorted(opening(rules));

/** Every rule of the closure gate, whichever call it stands at. */
export const closureCodes = (): string[] => sorted(Object.values(closureRules).flat());

/** Dropping a dependency is decided where a start waits for it. */
export const gateCodes = (rules: Rules): string[] => {
  const own = new Set<Coded>(opening(rules));
  return sorted([...everyRule(rules).filter((rule) => !own.has(rule)), rules.dropRule]);
};
