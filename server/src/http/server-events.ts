import { Readable } from 'node:stream'

/** An event of a stream; a heartbeat keeps proxies from closing it. */
export type ServerEvent = { id: string; event: string; data: unknown } | 'heartbeat'

/** The wire format of server-sent events. JSON has no line breaks, so its data is one line. */
export function eventStream(events: AsyncIterable<ServerEvent>): Readable {
  return Readable.from(lines(events))
}

async function* lines(events: AsyncIterable<ServerEvent>): AsyncGenerator<string> {
  for await (const one of events) {
    yield one === 'heartbeat'
      ? ': still there\n\n'
      : `id: ${one.id}\nevent: ${one.event}\ndata: ${JSON.stringify(one.data)}\n\n`
  }
}
