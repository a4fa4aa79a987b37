import { expect, test } from 'vitest'
import { readEvents, type ServerEvent } from './read-events.ts'

async function eventsOf(chunks: readonly Uint8Array[]): Promise<ServerEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const events: ServerEvent[] = []
  for await (const event of readEvents(body)) events.push(event)
  return events
}

const WIRE =
  'id: 1-0-5\nevent: text\ndata: {"text":"Héllo: you"}\n\n: still there\n\nid: 1-1-0\nevent: done\ndata: {}\n\n'
const EVENTS = [
  { id: '1-0-5', event: 'text', data: '{"text":"Héllo: you"}' },
  { id: '1-1-0', event: 'done', data: '{}' },
]

test('reads events even if the network splits them, also within a character', async () => {
  const bytes = new TextEncoder().encode(WIRE)
  for (let at = 0; at <= bytes.length; at += 1) {
    expect(await eventsOf([bytes.slice(0, at), bytes.slice(at)])).toEqual(EVENTS)
  }
})

test('ignores an event that was cut off', async () => {
  const bytes = new TextEncoder().encode(WIRE.slice(0, -1))
  expect(await eventsOf([bytes])).toEqual(EVENTS.slice(0, 1))
})
