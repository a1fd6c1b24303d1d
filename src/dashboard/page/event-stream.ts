/** Messages of `text/event-stream`, read by fetch: EventSource sends no token. */
export interface StreamMessage {
  readonly event: string;
  readonly data: string;
}

/** Ends with an error where nothing at all is heard for so long: a connection may be gone without a word. */
export async function* messagesIn(
  body: ReadableStream<BufferSource>,
  silenceMsMax: number,
): AsyncGenerator<StreamMessage> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await within(silenceMsMax, reader.read());
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

async function within<T>(ms: number, read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('nothing was heard'));
    }, ms);
  });
  try {
    return await Promise.race([read, silent]);
  } finally {
    clearTimeout(timer);
  }
}

function messageOf(text: string): StreamMessage {
  const fields = text.split('\n').map((line) => /^(\w*): ?([^]*)$/.exec(line));
  const of = (name: string) => fields.flatMap((field) => (field?.[1] === name ? [field[2] ?? ''] : []));
  return { event: of('event')[0] ?? 'message', data: of('data').join('\n') };
}
