import { oneServer } from '../testing/one-server.js';

const proctor = oneServer();

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const toolsOf = async () => (await proctor.client.listTools()).tools;

// All of this is read into an agent's context before it has asked anything.
describe('what a client reads before its first call', () => {
  test('lists the tools of an investigation first, in the order they are used', async () => {
    const names = (await toolsOf()).map(({ name }) => name);
    expect(names.slice(0, 6)).toEqual([
      ...['tot_start', 'tot_propose', 'tot_commit', 'tot_reclassify', 'tot_end', 'tot_status'],
    ]);
    expect(names.slice(6).filter((name) => !/^ticket_[a-z]+$/.test(name))).toEqual([]);
  });

  test('describes each tool in about 200 characters', async () => {
    for (const { name, title, description } of await toolsOf()) {
      expect([name, title]).toEqual([name, expect.stringMatching(/\w/)]);
      expect(description!.length).toBeGreaterThanOrEqual(120);
      expect(description!.length).toBeLessThanOrEqual(280);
    }
  });

  test('gives all four hints on each tool, and calls only a reading tool read-only', async () => {
    for (const { name, annotations } of await toolsOf()) {
      expect(annotations).toMatchObject({
        readOnlyHint: name.endsWith('_status'),
        destructiveHint: expect.any(Boolean),
        idempotentHint: expect.any(Boolean),
        openWorldHint: expect.any(Boolean),
      });
    }
  });

  test('has schemas that forbid unknown arguments, and replies that need only a status', async () => {
    for (const { inputSchema, outputSchema } of await toolsOf()) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema).toMatchObject({ type: 'object', required: ['status'] });
      expect(outputSchema!['additionalProperties']).not.toBe(false);
    }
  });

  test('takes 16 KiB for names, descriptions and arguments, 32 KiB with the replies', async () => {
    const tools = await toolsOf();
    const asked = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(bytesOf(asked)).toBeLessThanOrEqual(16 * 1024);
    const answered = tools.map(({ outputSchema }) => outputSchema);
    expect(bytesOf(asked) + bytesOf(answered)).toBeLessThanOrEqual(32 * 1024);
  });

  test('says in 2,048 characters how to work, the first call first', () => {
    const instructions = proctor.client.getInstructions()!;
    expect(instructions.length).toBeLessThanOrEqual(2048);
    const at = ['tot_start', 'tot_propose', 'tot_commit', 'tot_reclassify'].map((name) => instructions.indexOf(name));
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(Math.min(...at)).toBeGreaterThan(0);
    expect(proctor.client.getServerVersion()).toMatchObject({ name: 'proctor', version: expect.any(String) });
  });
});

describe('prompts', () => {
  test('offer to investigate, and say what they need', async () => {
    const { prompts } = await proctor.client.listPrompts();
    const investigate = prompts.find(({ name }) => name === 'investigate');
    expect(investigate).toMatchObject({ title: expect.any(String), description: expect.any(String) });
    expect(investigate!.arguments).toContainEqual(expect.objectContaining({ name: 'query', required: true }));
  });

  test('put the question into words for the agent', async () => {
    const args = { query: 'Why is the build slow?', protocol: 'classic' };
    const { messages } = await proctor.client.getPrompt({ name: 'investigate', arguments: args });
    expect(messages).toEqual([
      { role: 'user', content: { type: 'text', text: expect.stringMatching(/Why is the build slow\?[^]*classic/) } },
    ]);
  });

  test('are refused by name when unknown, and when the question is missing', async () => {
    await expect(proctor.client.getPrompt({ name: 'improvise' })).rejects.toMatchObject({ code: -32602 });
    await expect(proctor.client.getPrompt({ name: 'investigate' })).rejects.toMatchObject({ code: -32602 });
    const blank = { name: 'investigate', arguments: { query: '  ' } };
    await expect(proctor.client.getPrompt(blank)).rejects.toMatchObject({ code: -32602 });
  });
});
