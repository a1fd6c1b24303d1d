/** A tool's schema as clients get it, spelled so that strict and simple clients understand it too. */
import { z } from 'zod';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The dialect is the protocol's default, so it need not be named in each tool. */
export function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): Record<string, Json> {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io }) as Record<string, Json>;
  return portable(json) as Record<string, Json>;
}

/** Zod writes "anything" as an empty schema and "or null" as a list of types; not every client takes those. */
function portable(json: Json): Json {
  if (Array.isArray(json)) return json.map(portable);
  if (typeof json !== 'object' || json === null) return json;
  const { type, additionalProperties: more, ...rest } = withoutUsual(json);
  const inner = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, portable(value)]));
  const anything = typeof more === 'object' && more !== null && Object.keys(more).length === 0;
  return {
    ...typed(type),
    ...inner,
    ...(more === undefined ? {} : { additionalProperties: anything ? true : portable(more) }),
  };
}

/** That a text is not empty goes without saying; all tools together have to fit into what a client reads at once. */
function withoutUsual({ minLength, ...json }: Record<string, Json>): Record<string, Json> {
  return minLength === undefined || minLength === 1 ? json : { ...json, minLength };
}

/** A property may itself be called `type`: then it is a schema, not a name. */
function typed(type: Json | undefined): Record<string, Json> {
  if (type === undefined) return {};
  if (!Array.isArray(type)) return { type: portable(type) };
  return { anyOf: type.map((each) => ({ type: each })) };
}
