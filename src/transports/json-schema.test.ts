import { z } from 'zod';
import { tools } from '../tools/index.js';
import { jsonSchema } from './json-schema.js';

test('anything is said plainly, and "or null" has a branch of its own', () => {
  const schema = z.looseObject({
    a: z.string().nullable(),
    type: z.number().min(0).max(9),
    list: z.array(z.looseObject({})),
  });
  expect(jsonSchema(schema, 'output')).toEqual({
    type: 'object',
    properties: {
      a: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      type: { type: 'number', minimum: 0, maximum: 9 },
      list: { type: 'array', items: { type: 'object', properties: {}, additionalProperties: true } },
    },
    required: ['a', 'type', 'list'],
    additionalProperties: true,
  });
});

test('a strict object stays strict: an unknown argument is refused, not dropped', () => {
  expect(jsonSchema(z.strictObject({ a: z.string() }), 'input')).toMatchObject({ additionalProperties: false });
});

test.each(tools.map((tool) => [tool.name, tool] as const))(
  '%s has no spelling that strict clients warn about',
  (_, tool) => {
    const text = JSON.stringify([jsonSchema(tool.input, 'input'), jsonSchema(tool.output, 'output')]);
    expect(text).not.toContain('"additionalProperties":{}');
    expect(text).not.toMatch(/"type":\[/);
  },
);
