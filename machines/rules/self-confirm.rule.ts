/** Refuses an agent that confirms its own claim. */
import { plainId } from '../measures/principal.js';
import { commitRule, sound } from './rule.js';

export const selfConfirm = commitRule({
  code: 'SELF_CONFIRM',
  why: 'Nobody grades their own homework.',
  check({ tree, entries }) {
    return sound(entries).flatMap(({ entry, node }) => {
      if (node.confirms === null || entry.agent === undefined) return [];
      const claimer = tree.parentOf(node)?.agent ?? null;
      if (claimer === null || plainId(claimer) !== plainId(entry.agent)) return [];
      return [
        {
          subject: node.id,
          message: `Agent ${entry.agent} made the claim of ${node.parent} that ${node.id} confirms.`,
          fix: 'Let another agent work on the confirmer.',
        },
      ];
    });
  },
});
