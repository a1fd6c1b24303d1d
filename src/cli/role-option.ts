/** The role of a connection, as a person names it on the command line. */
import { serverRoles as roles } from '../../machines/schema/record.js';
import { UsageError } from './command.js';

export const rolesShown = roles.join(', ');

export function roleNamed(named: string): (typeof roles)[number] {
  const role = roles.find((each) => each === named);
  if (!role) throw new UsageError(`There is no role ${JSON.stringify(named)}: choose one of ${rolesShown}.`);
  return role;
}
