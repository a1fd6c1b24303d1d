/** What a schema finds wrong with a file a person wrote, one line a field, with the names there are instead. */
import { z } from 'zod';

export function schemaProblems(schema: z.ZodType, { issues }: z.core.$ZodError): string[] {
  return issues.map((issue) => worded(schema, issue));
}

function worded(schema: z.ZodType, issue: z.core.$ZodIssue): string {
  const field = issue.path.join('.') || 'the whole file';
  if (issue.code !== 'unrecognized_keys') return `${field}: ${issue.message}`;
  const names = issue.keys.map((key) => [...issue.path, key].join('.')).join(', ');
  return `${names}: no such field; known here: ${knownFields(schema, issue.path).join(', ')}`;
}

/** The part of a JSON schema that is looked at here. */
interface Described {
  readonly properties?: Readonly<Record<string, Described>>;
  readonly propertyNames?: { readonly enum?: readonly string[] };
  readonly anyOf?: readonly Described[];
}

function knownFields(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  // A JSON schema is such an object by definition; only these members are read.
  let at: Described | undefined = z.toJSONSchema(schema, { io: 'input' }) as Described;
  for (const name of path) at = fieldsOf(at)[String(name)];
  return [...Object.keys(fieldsOf(at)), ...(at?.propertyNames?.enum ?? [])];
}

const fieldsOf = (at: Described | undefined): Readonly<Record<string, Described>> =>
  at?.properties ?? at?.anyOf?.find(({ properties }) => properties)?.properties ?? {};

/** So many that a person can act on them, and how many there are besides. */
export function listed(problems: readonly string[], max = 20): string {
  const more = problems.length - max;
  return [...problems.slice(0, max), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
