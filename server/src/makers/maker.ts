/** A maker: calls functions of our modules for the server (makers.ts). */
import { getPriority, setPriority } from 'node:os'
import type { Begin, FromMaker, PlainError, ToMaker } from './maker-calls.ts'

type Functions = Record<string, (...data: unknown[]) => unknown>
type Streams = Record<string, (...data: unknown[]) => AsyncGenerator<Uint8Array>>

/** Requests come first: this much lower, a maker gets a tenth of a core that the server wants, too. */
const LOWER_BY = 10
const LOWEST = 19
const ENDS_WITHIN_MS = 5_000

/** What the streams in progress wait for. */
const streams = new Map<number, { hear(message: ToMaker): void }>()
/** A server that was killed hears nothing: this process ends, too. */
const say = (message: FromMaker) => process.send?.(message, () => {})

async function make({ module, name, data }: Begin): Promise<unknown> {
  const functions: Functions = await import(module)
  return functions[name]!(...data)
}

async function stream({ id, module, name, data }: Begin): Promise<unknown> {
  const functions: Streams = await import(module)
  let item = awaited<{ item: unknown } | undefined>()
  let room = awaited<void>()
  room.resolve()
  streams.set(id, {
    hear(message) {
      if ('item' in message) item.resolve(message)
      else if ('over' in message) item.resolve(undefined)
      else if ('more' in message) room.resolve()
      else {
        const stopped = new Error('the stream was stopped')
        item.reject(stopped)
        room.reject(stopped)
      }
    },
  })
  async function* items() {
    for (;;) {
      say({ id, wants: 'item' })
      const next = await item.promise
      if (next === undefined) return
      item = awaited()
      yield next.item
    }
  }
  const chunks = functions[name]!(items(), ...data)
  try {
    for (;;) {
      await room.promise
      const { done, value } = await chunks.next()
      if (done) return value
      room = awaited()
      say({ id, chunk: Buffer.from(value.buffer, value.byteOffset, value.length) })
    }
  } finally {
    streams.delete(id)
    await chunks.return(undefined)
  }
}

/** What a stream waits for. It may fail while nothing waits for it. */
function awaited<Value>() {
  const resolvers = Promise.withResolvers<Value>()
  resolvers.promise.catch(() => {})
  return resolvers
}

function plain(cause: unknown): PlainError {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  const { name, message, stack } = error
  const facts = Object.entries(error).filter(([, fact]) =>
    ['string', 'number', 'boolean'].includes(typeof fact),
  )
  return { ...Object.fromEntries(facts), name, message, stack }
}

setPriority(Math.min(getPriority() + LOWER_BY, LOWEST))
process.on('message', (message: ToMaker) => {
  if (!('module' in message)) {
    streams.get(message.id)?.hear(message)
    return
  }
  const { id, isStream } = message
  const making = isStream ? stream(message) : make(message)
  making.then(
    (made) => say({ id, made }),
    (cause) => say({ id, failed: plain(cause) }),
  )
})
// The server lets it go, or is gone. What is open (a mail server's connection) may be closed properly.
process.on('disconnect', () => setTimeout(() => process.exit(), ENDS_WITHIN_MS).unref())
// Ctrl C reaches every process of a terminal, but the server still needs what it asked for.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
