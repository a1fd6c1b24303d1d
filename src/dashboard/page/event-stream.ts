/** Messages of `text/event-stream`, read by fetch: EventSource sends no token. */
export interface StreamMessage {
  readonly event: string;
  readonly data: string;
}

export async function* messagesIn(body: ReadableStream<BufferSource>): AsyncGenerator<StreamMessage> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const each of parts) {
      const message = messageOf(each);
      if (message.data !== '') yield message;
    }
  }
}

function messageOf(text: string): StreamMessage {
  const fields = text.split('\n').map((line) => /^(\w*): ?(.*)$/.exec(line));
  const of = (name: string) => fields.flatMap((field) => (field?.[1] === name ? [field[2] ?? ''] : []));
  return { event: of('event')[0] ?? 'message', data: of('data').join('\n') };
}
