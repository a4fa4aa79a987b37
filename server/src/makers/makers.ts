import { AsyncLocalStorage } from 'node:async_hooks'
import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { Readable } from 'node:stream'
import type { Begin, FromMaker, Make, MakeStream, PlainError, Reply, ToMaker } from './maker-calls.ts'

type Limits = {
  /** Labels their load in metrics. */
  name?: string
  /** Processes. */
  most: number
  /** Calls that one process may work on at the same time. */
  atOnce: number
  /** A process that owes us something for this long counts as hung. */
  withinMs?: number
  /** How long a process without work is kept. */
  restMs?: number
  /** A stream that isn't read for this long makes room for others. */
  unreadMs?: number
}
type Call = {
  begin: Begin
  hear(message: FromMaker): void
  lose(cause: Error): void
  maker?: Maker
  deadline?: NodeJS.Timeout
  withinMs: number
  /** What the maker asked for and hasn't got: for so long it isn't late. */
  unanswered: number
}
type Maker = { child: ChildProcess; calls: Map<number, Call>; rest?: NodeJS.Timeout }

const started = new Set<ReadonlySet<Maker>>()
process.on('exit', () => {
  // One that hangs wouldn't notice that the server is gone.
  for (const { child, calls } of [...started].flatMap((makers) => [...makers]))
    if (calls.size > 0) child.kill('SIGKILL')
})

/** Calls that wait for a process, and calls being worked on, by the makers' name. */
const loads = new Map<string, () => { waiting: number; working: number }>()

export function makersLoad(): Array<{ name: string; waiting: number; working: number }> {
  return [...loads].map(([name, load]) => ({ name, ...load() }))
}

/** A call took too long: its maker was ended. */
export class MakerLate extends Error {}

const PROGRAM = new URL('./maker.ts', import.meta.url)
const FLAGS = ['--max-semi-space-size=8']
/** What a process needs to run. Settings and secrets aren't among it: makers read strangers' pictures. */
const ENVIRONMENT = /^(NODE_|SSL_|LD_|LC_)|^(PATH|HOME|LANG|TZ|TMPDIR|TEMP|SYSTEMROOT)$/i

/**
 * A few processes that make documents, pictures, and mails, so that requests don't wait for it. They start with
 * the first call and end when they rest, with all the memory they took. One that crashes or hangs fails its
 * calls and nothing else (docs/decisions/0044).
 */
export function startMakers(limits: Limits) {
  const { name, most, atOnce, withinMs = 60_000, restMs = 30_000, unreadMs = 60_000 } = limits
  const makers = new Set<Maker>()
  const waiting: Call[] = []
  let count = 0
  if (name !== undefined) {
    loads.set(name, () => ({
      waiting: waiting.length,
      working: [...makers].reduce((sum, { calls }) => sum + calls.size, 0),
    }))
  }
  started.add(makers)

  function start(): Maker {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => ENVIRONMENT.test(name)))
    const child = fork(PROGRAM, {
      serialization: 'advanced',
      execArgv: FLAGS,
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const maker: Maker = { child, calls: new Map() }
    makers.add(maker)
    child.unref()
    child.on('message', (message: FromMaker) => hear(maker, message))
    child.on('error', (cause) => lose(maker, cause))
    child.on('exit', (code, signal) => lose(maker, new Error(`a maker ended early: ${signal ?? code}`)))
    return maker
  }

  function handOut() {
    while (waiting.length > 0) {
      const [idlest] = [...makers].sort((a, b) => a.calls.size - b.calls.size)
      const isFree = idlest !== undefined && idlest.calls.size < (makers.size < most ? 1 : atOnce)
      if (!isFree && makers.size >= most) return
      give(isFree ? idlest : start(), waiting.shift()!)
    }
  }

  function give(maker: Maker, call: Call) {
    clearTimeout(maker.rest)
    maker.child.channel?.ref()
    maker.calls.set(call.begin.id, call)
    call.maker = maker
    watch(call)
    send(call, call.begin)
  }

  /** What can't be sent (a function, say) fails its call alone. */
  function send(call: Call, message: ToMaker) {
    try {
      call.maker?.child.send(message)
    } catch (cause) {
      finish(call)
      call.lose(cause as Error)
    }
  }

  function reply(call: Call, message: Reply) {
    if (!call.maker?.calls.has(call.begin.id)) return
    call.unanswered -= 1
    watch(call)
    send(call, { ...message, id: call.begin.id })
  }

  function hear(maker: Maker, message: FromMaker) {
    const call = maker.calls.get(message.id)
    if (call === undefined) return
    if ('made' in message || 'failed' in message) {
      finish(call)
      handOut()
    } else {
      call.unanswered += 1
      watch(call)
    }
    call.hear(message)
  }

  function watch(call: Call) {
    clearTimeout(call.deadline)
    if (call.unanswered > 0) return
    call.deadline = setTimeout(() => {
      const late = new MakerLate(
        `${call.begin.name} took longer than ${call.withinMs / 1_000} s and was ended`,
      )
      if (call.maker !== undefined) lose(call.maker, late)
    }, call.withinMs)
  }

  function finish({ begin, maker, deadline }: Call) {
    clearTimeout(deadline)
    if (maker === undefined) return
    maker.calls.delete(begin.id)
    if (maker.calls.size > 0) return
    maker.child.channel?.unref()
    maker.rest = setTimeout(() => {
      makers.delete(maker)
      if (maker.child.connected) maker.child.disconnect()
    }, restMs).unref()
  }

  function lose(maker: Maker, cause: Error) {
    makers.delete(maker)
    clearTimeout(maker.rest)
    maker.child.kill('SIGKILL')
    const lost = [...maker.calls.values()]
    maker.calls.clear()
    for (const { deadline, lose: tell } of lost) {
      clearTimeout(deadline)
      tell(cause)
    }
    handOut()
  }

  function begin(
    module: URL,
    name: string,
    data: unknown[],
    isStream: boolean,
    { hear, lose }: Pick<Call, 'hear' | 'lose'>,
    ownMs = withinMs,
  ) {
    count += 1
    const call: Call = {
      begin: { id: count, module: module.href, name, data, isStream },
      // A maker's messages arrive in the context of the request that started it; items are read in the caller's.
      hear: AsyncLocalStorage.bind(hear),
      lose: AsyncLocalStorage.bind(lose),
      withinMs: ownMs,
      unanswered: 0,
    }
    waiting.push(call)
    handOut()
    return call
  }

  /** An abandoned call counts until its maker has stopped, so a maker that hangs is ended. */
  function drop(call: Call) {
    const at = waiting.indexOf(call)
    if (at >= 0) waiting.splice(at, 1)
    const stop = () => reply(call, { stop: true })
    Object.assign(call, { hear: stop, lose: () => {}, unanswered: 0 })
    stop()
  }

  return {
    /**
     * The functions of a module, called in a maker. The type argument is the same module's type.
     *
     * @param ownMs for calls that count as hung earlier than others do
     * @example drawers.callsTo<typeof import('./invoice.ts')>(new URL('./invoice.ts', import.meta.url))
     */
    callsTo<M>(module: URL, ownMs?: number): Make<M> {
      return (name, ...data) =>
        new Promise((resolve, reject) => {
          const hear = (message: FromMaker) => {
            if ('failed' in message) reject(errorOf(message.failed))
            else if ('made' in message) resolve(message.made as never)
          }
          begin(module, name, data, false, { hear, lose: reject }, ownMs)
        })
    },

    /**
     * As {@link callsTo}, of functions that take items and make bytes, as fast as they are read. An error of
     * the items ends the stream with that error.
     */
    streamsOf<M>(module: URL): MakeStream<M> {
      return (name, items, ...data) => {
        const source = items[Symbol.asyncIterator]()
        const said = Promise.withResolvers<never>()
        said.promise.catch(() => {})
        let isRead = true
        let unread: NodeJS.Timeout | undefined
        const stream = new Readable({
          read() {
            clearTimeout(unread)
            if (!isRead) reply(call, { more: true })
            isRead = true
          },
          destroy(cause, done) {
            clearTimeout(unread)
            drop(call)
            said.reject(cause ?? new Error('the stream was closed'))
            source.return?.().catch(() => {})
            done(cause)
          },
        })
        const call = begin(module, name, data, true, {
          hear(message) {
            if ('wants' in message) {
              source.next().then(
                ({ done, value }) => reply(call, done ? { over: true } : { item: value }),
                (cause) => stream.destroy(cause),
              )
            } else if ('chunk' in message) {
              isRead = false
              unread = setTimeout(() => {
                stream.destroy(new Error(`${name} wasn’t read for ${unreadMs / 1_000} s and was ended`))
              }, unreadMs)
              stream.push(message.chunk)
            } else if ('made' in message) {
              clearTimeout(unread)
              said.resolve(message.made as never)
              stream.push(null)
            } else stream.destroy(errorOf(message.failed))
          },
          lose: (cause) => stream.destroy(cause),
        })
        return { stream, said: said.promise }
      }
    },
  }
}

function errorOf(failed: PlainError): Error {
  return Object.assign(new Error(failed.message), failed)
}

/** For pictures and documents: a process per core, few enough to leave memory for the rest. */
export const drawers = startMakers({ name: 'drawers', most: Math.min(4, availableParallelism()), atOnce: 1 })
/** For files of any length, made while they are read: in turns, so that none waits for another's end. */
export const writers = startMakers({ name: 'writers', most: 1, atOnce: 50 })
