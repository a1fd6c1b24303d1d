/** What the conformance suite of MCP wants to find in a server: texts, pictures, prompts and schemas of its own. */

/** One red pixel, and a sound of no length. */
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

export const text = (said: string) => ({ type: 'text', text: said }) as const;
const image = { type: 'image', data: png, mimeType: 'image/png' } as const;
const resource = (uri: string, mimeType: string, said: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: said } }) as const;

/** Tools that always answer the same. */
export const fixedTools = {
  test_simple_text: [text('This is a simple text response for testing.')],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' } as const],
  test_embedded_resource: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  test_multiple_content_types: [
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
};

export const resources = [
  { uri: 'test://static-text', name: 'text', description: 'A text that never changes.', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'picture', description: 'A picture.', mimeType: 'image/png' },
  { uri: 'test://watched-resource', name: 'watched', description: 'One to follow.', mimeType: 'text/plain' },
];

export function contentsOf(uri: string) {
  const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? [];
  if (id !== undefined) {
    const said = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { uri, mimeType: 'application/json', text: said };
  }
  const found = resources.find((each) => each.uri === uri);
  if (!found) return undefined;
  const { mimeType } = found;
  return mimeType === 'image/png'
    ? { uri, mimeType, blob: png }
    : { uri, mimeType, text: 'This is the content of the static text resource.' };
}

const user = <C>(content: C) => ({ role: 'user', content }) as const;

export const prompts = [
  { name: 'test_simple_prompt', description: 'Takes nothing.', arguments: [] },
  {
    name: 'test_prompt_with_arguments',
    description: 'Takes two.',
    arguments: ['arg1', 'arg2'].map((name) => ({ name, required: true })),
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'Shows a resource.',
    arguments: [{ name: 'resourceUri', required: true }],
  },
  { name: 'test_prompt_with_image', description: 'Shows a picture.', arguments: [] },
];

export function promptMessages(name: string, args: Readonly<Record<string, string>>) {
  if (name === 'test_prompt_with_arguments')
    return [user(text(`Prompt with arguments: arg1='${args['arg1']}', arg2='${args['arg2']}'`))];
  if (name === 'test_prompt_with_embedded_resource') {
    const shown = resource(args['resourceUri'] ?? '', 'text/plain', 'Embedded resource content for testing.');
    return [user(shown), user(text('Please process the embedded resource above.'))];
  }
  if (name === 'test_prompt_with_image') return [user(image), user(text('Please analyze the image above.'))];
  return [user(text('This is a simple prompt for testing.'))];
}

const titled = ['First', 'Second', 'Third'].map((title, at) => ({ const: `value${at + 1}`, title }));
const options = ['option1', 'option2', 'option3'];

/** What people are asked for, by tool. */
export const askedFor = {
  test_elicitation: {
    username: { type: 'string', description: "User's response" },
    email: { type: 'string', description: "User's email address" },
  },
  test_elicitation_sep1034_defaults: {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  },
  test_elicitation_sep1330_enums: {
    untitledSingle: { type: 'string', enum: options },
    titledSingle: { type: 'string', oneOf: titled },
    legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
    untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
    titledMulti: { type: 'array', items: { anyOf: titled } },
  },
} as const;
