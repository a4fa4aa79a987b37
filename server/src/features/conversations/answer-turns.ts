import { AsyncLocalStorage } from 'node:async_hooks'
import { MAX_ANSWER_MS, type MessageState } from '@laurel/domain/conversations'
import { Refusal } from '@laurel/domain/refusal'
import type { ServerEvent } from '../../http/server-events.ts'
import type { Block } from './conversations.repo.ts'

/** What is there of an answer. */
export type Progress = { content: readonly Block[]; state: MessageState }
/** Where reading continues: in a message, at a block, after so many characters. */
export type Cursor = { messageId: number; block: number; offset: number }

type Live = Progress & { content: Block[]; stop: AbortController; waiting: Set<() => void> }

/** An answer isn’t part of the request that asked for it: neither its transaction nor its session. */
const outside = AsyncLocalStorage.snapshot()

const HEARTBEAT_MS = 15_000
/** How often an answer that another server writes is read. */
const LOOK_AGAIN_MS = 250
const MAX_STREAMS = 2
/** A stream that isn’t read by then, because its caller left, doesn’t count any more. */
const READ_WITHIN_MS = 5_000

/** One of the streams that a person can have at a time. */
type Place = { freeAt: number }

/**
 * The answers that this process writes, and the streams that read them. What is there of an answer is also in the
 * database, so another server’s streams read it, too, and a page that reloads.
 */
export class AnswerTurns {
  readonly #live = new Map<string, Live>()
  readonly #running = new Set<Promise<void>>()
  readonly #streams = new Map<string, Set<Place>>()

  /**
   * Writes an answer in the background.
   *
   * @param write adds its blocks, one after the other; a block is shown once it’s added
   * @param save keeps what’s there. False if the answer was stopped or deleted
   */
  start(
    key: string,
    write: (add: (block: Block) => Promise<void>, stopped: AbortSignal) => Promise<void>,
    save: (progress: Progress) => Promise<boolean>,
  ): void {
    const live: Live = { content: [], state: 'answering', stop: new AbortController(), waiting: new Set() }
    this.#live.set(key, live)
    const run = async () => {
      const late = setTimeout(() => live.stop.abort(new Error('The answer took too long')), MAX_ANSWER_MS)
      const add = async (block: Block) => {
        live.stop.signal.throwIfAborted()
        live.content.push(block)
        wake(live)
        if (!(await save({ content: live.content, state: 'answering' }))) live.stop.abort()
      }
      const state = await write(add, live.stop.signal).then(
        () => 'done' as const,
        () => 'failed' as const,
      )
      clearTimeout(late)
      const ended = live.stop.signal.aborted ? 'stopped' : state
      await save({ content: live.content, state: ended }).catch(() => {})
      // Only now: who reads that it's over sends the next message.
      live.state = ended
      if (this.#live.get(key) === live) this.#live.delete(key)
      wake(live)
    }
    const running = outside(run)
    this.#running.add(running)
    void running.finally(() => this.#running.delete(running))
  }

  stop(key: string): void {
    this.#live.get(key)?.stop.abort()
  }

  /** For a server that stops: answers take milliseconds, so they’re finished. */
  async finish(): Promise<void> {
    await Promise.all(this.#running)
  }

  /**
   * The events of an answer from a cursor on, as long as it’s being written.
   *
   * @throws {Refusal} `too_many_requests` for a third stream of a person
   */
  follow(
    person: string,
    key: string,
    from: Cursor,
    read: () => Promise<Progress>,
  ): AsyncIterable<ServerEvent> {
    const now = performance.now()
    const places = new Set([...(this.#streams.get(person) ?? [])].filter(({ freeAt }) => freeAt > now))
    if (places.size >= MAX_STREAMS) throw new Refusal('too_many_requests', { seconds: 5 })
    const place = { freeAt: now + READ_WITHIN_MS }
    this.#streams.set(person, places.add(place))
    const leave = () => {
      const left = this.#streams.get(person)
      left?.delete(place)
      if (left?.size === 0) this.#streams.delete(person)
    }
    const live = this.#live.get(key)
    return eventsOf(from, live, () => outside(read), { place, leave })
  }
}

async function* eventsOf(
  { messageId, ...cursor }: Cursor,
  live: Live | undefined,
  read: () => Promise<Progress>,
  { place, leave }: { place: Place; leave: () => void },
): AsyncGenerator<ServerEvent> {
  let { block, offset } = cursor
  const until = performance.now() + MAX_ANSWER_MS
  place.freeAt = Number.POSITIVE_INFINITY
  try {
    while (performance.now() < until) {
      const { content, state } = live ?? (await read())
      const isOver = state !== 'answering'
      for (; block < content.length; block += 1, offset = 0) {
        const one = content[block]!
        const whole = one.type === 'text' ? one.text.length : 1
        if (offset >= whole) continue
        const id = `${messageId}-${block}-${whole}`
        const place = { content_block_index: block }
        yield one.type === 'text'
          ? {
              id,
              event: 'text',
              data: { ...place, content_block_delta_index: offset, text: one.text.slice(offset) },
            }
          : { id, event: 'block', data: { ...place, content_block: one } }
      }
      if (isOver) {
        yield { id: `${messageId}-${block}-0`, event: 'done', data: { stop_reason: state } }
        return
      }
      const isWoken = await (live ? untilWoken(live, HEARTBEAT_MS) : untilWoken(undefined, LOOK_AGAIN_MS))
      if (live && !isWoken) yield 'heartbeat'
    }
  } finally {
    leave()
  }
}

function wake({ waiting }: Live): void {
  for (const one of waiting) one()
  waiting.clear()
}

function untilWoken(live: Live | undefined, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  live?.waiting.add(() => {
    clearTimeout(timer)
    resolve(true)
  })
  return promise
}
