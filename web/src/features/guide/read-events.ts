/** A server-sent event. To continue reading after it, send its ID. */
export type ServerEvent = { id: string; event: string; data: string }

/** Reads server-sent events as our server writes them: each is a block of lines. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as never as TransformStream<Uint8Array, string>)
    .getReader()
  let kept = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const parts = (kept + value).split('\n\n')
      kept = parts.pop()!
      for (const part of parts) {
        const fields = Object.fromEntries(
          part
            .split('\n')
            .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        )
        if (fields.event !== undefined)
          yield { id: fields.id ?? '', event: fields.event, data: fields.data ?? '' }
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
