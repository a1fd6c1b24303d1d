/** A bug here would lose or tear a message where the network happens to cut it. */
import { messagesIn, type StreamMessage } from './event-stream.js';

const text = 'id: 1\ndata: {"a":1}\n\n: still there\n\nevent: live\ndata: {}\n\ndata: eins\ndata: zwei ü\n\ndata: half';

async function read(chunks: readonly Uint8Array<ArrayBuffer>[]): Promise<StreamMessage[]> {
  const body = new ReadableStream<BufferSource>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const messages = [];
  for await (const message of messagesIn(body, 1000)) messages.push(message);
  return messages;
}

const bytes = new TextEncoder().encode(text);
const expected = [
  { event: 'message', data: '{"a":1}' },
  { event: 'live', data: '{}' },
  { event: 'message', data: 'eins\nzwei ü' },
];

test('messages come whole, comments and what was cut off are left out', async () => {
  expect(await read([bytes])).toEqual(expected);
});

test('it does not matter where the stream is cut', async () => {
  for (let cut = 1; cut < bytes.length; cut += 1)
    expect(await read([bytes.slice(0, cut), bytes.slice(cut)])).toEqual(expected);
  expect(await read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
});
