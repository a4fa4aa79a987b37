import { AsyncLocalStorage } from 'node:async_hooks'
import { MAX_ANSWER_MS, type MessageState } from '@laurel/domain/conversations'
import { Refusal } from '@laurel/domain/refusal'
import type { ServerEvent } from '../../http/server-events.ts'
import type { Block } from './conversations.repo.ts'

/** An answer so far. */
export type Progress = { content: readonly Block[]; state: MessageState }
/** Where to continue reading: the message, the block, and the characters already read. */
export type Cursor = { messageId: number; block: number; offset: number }

type Live = Progress & {
  content: Block[]
  stop: AbortController
  waiting: Set<() => void>
  /** Counts changes, so that a stream notices one that happened while it was sending. */
  changes: number
}

/** What an answer is written with. */
export type Writing = {
  /** Adds a block, which shows at once. */
  add: (block: Block) => Promise<void>
  /** Adds to the text at the end of the answer, or begins one. It’s saved a moment later. */
  grow: (text: string) => void
  stopped: AbortSignal
}

/** An answer runs outside its request, without its transaction or session. */
const outside = AsyncLocalStorage.snapshot()

const HEARTBEAT_MS = 15_000
/** How often to poll for an answer that another server is writing. */
const LOOK_AGAIN_MS = 250
/** How often a text that grows is saved. */
const SAVE_EVERY_MS = 250
const MAX_STREAMS = 2
/** A stream that isn’t read by then no longer counts, because its caller left. */
const READ_WITHIN_MS = 5_000

/** One of the streams that a person can have at a time. */
type Place = { freeAt: number }

/**
 * The answers that this process writes, and the streams that read them. Each part is also saved to the database, for
 * streams on other servers and pages that reload.
 */
export class AnswerTurns {
  readonly #live = new Map<string, Live>()
  readonly #running = new Set<Promise<void>>()
  readonly #streams = new Map<string, Set<Place>>()

  /**
   * Writes an answer in the background.
   *
   * @param save saves the progress; resolves to false if the answer was stopped or deleted
   */
  start(
    key: string,
    write: (writing: Writing) => Promise<void>,
    save: (progress: Progress) => Promise<boolean>,
  ): void {
    const live: Live = {
      content: [],
      state: 'answering',
      stop: new AbortController(),
      waiting: new Set(),
      changes: 0,
    }
    this.#live.set(key, live)
    const run = async () => {
      const late = setTimeout(() => live.stop.abort(new Error('The answer took too long')), MAX_ANSWER_MS)
      let soon: NodeJS.Timeout | undefined
      let saved = Promise.resolve()
      // One after another, so that an older progress never replaces a newer one.
      const saveNow = () => {
        clearTimeout(soon)
        soon = undefined
        const next = async () => {
          if (!(await save({ content: live.content, state: 'answering' }))) live.stop.abort()
        }
        saved = saved.catch(() => {}).then(next)
        return saved
      }
      const add = async (block: Block) => {
        live.stop.signal.throwIfAborted()
        live.content.push(block)
        wake(live)
        await saveNow()
      }
      const grow = (text: string) => {
        live.stop.signal.throwIfAborted()
        const last = live.content.at(-1)
        const isText = last?.type === 'text'
        // A new paragraph begins with a word.
        const grown: Block = { type: 'text', text: isText ? last.text + text : text.trimStart() }
        if (text === '' || grown.text === '') return
        live.content.splice(isText ? -1 : live.content.length, 1, grown)
        wake(live)
        soon ??= setTimeout(() => void saveNow().catch(() => {}), SAVE_EVERY_MS)
      }
      const state = await write({ add, grow, stopped: live.stop.signal }).then(
        () => 'done' as const,
        () => 'failed' as const,
      )
      clearTimeout(late)
      clearTimeout(soon)
      await saved.catch(() => {})
      const ended = live.stop.signal.aborted ? 'stopped' : state
      await save({ content: live.content, state: ended }).catch(() => {})
      // Set this after saving: a client that sees the end may send its next message.
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

  /** Called before shutdown. Answers take milliseconds, so wait for them. */
  async finish(): Promise<void> {
    await Promise.all(this.#running)
  }

  /**
   * The events of an answer after a cursor, until it’s complete.
   *
   * @throws {Refusal} `too_many_requests` for a person’s third stream
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
      const changes = live?.changes
      const { content, state } = live ?? (await read())
      const isOver = state !== 'answering'
      while (block < content.length) {
        const one = content[block]!
        const whole = one.type === 'text' ? one.text.length : 1
        if (offset < whole) {
          const id = `${messageId}-${block}-${whole}`
          const place = { content_block_index: block }
          yield one.type === 'text'
            ? {
                id,
                event: 'text',
                data: { ...place, content_block_delta_index: offset, text: one.text.slice(offset) },
              }
            : { id, event: 'block', data: { ...place, content_block: one } }
          offset = whole
        }
        // A text at the end can still grow.
        if (one.type === 'text' && block === content.length - 1 && !isOver) break
        // It grew while this was sent.
        if (one.type === 'text' && textLength(content[block]) > offset) continue
        block += 1
        offset = 0
      }
      if (isOver) {
        yield { id: `${messageId}-${block}-0`, event: 'done', data: { stop_reason: state } }
        return
      }
      if (live?.changes !== changes) continue
      const isWoken = await (live ? untilWoken(live, HEARTBEAT_MS) : untilWoken(undefined, LOOK_AGAIN_MS))
      if (live && !isWoken) yield 'heartbeat'
    }
  } finally {
    leave()
  }
}

function textLength(block: Block | undefined): number {
  return block?.type === 'text' ? block.text.length : 0
}

function wake(live: Live): void {
  const { waiting } = live
  live.changes += 1
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
