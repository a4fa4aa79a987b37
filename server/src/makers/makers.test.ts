import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { MakerLate, startMakers } from './makers.ts'

const MODULE = new URL('../testing/made.ts', import.meta.url)
const callsTo = (limits: Parameters<typeof startMakers>[0]) =>
  startMakers(limits).callsTo<typeof import('../testing/made.ts')>(MODULE)

const streamsOf = (limits: Parameters<typeof startMakers>[0]) =>
  startMakers(limits).streamsOf<typeof import('../testing/made.ts')>(MODULE)

/** Time passes only by `vi.advanceTimersByTime`: a busy machine starts a maker slowly. */
const holdTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
afterEach(() => {
  vi.useRealTimers()
})

test('makes in another process, with bytes, dates, and what an error carries', async () => {
  const make = callsTo({ most: 1, atOnce: 1 })
  const at = new Date('2026-11-21T10:00:00Z')

  expect(await make('echo', { at, bytes: Buffer.from('abc'), missing: undefined })).toEqual({
    at,
    bytes: Buffer.from('abc'),
    missing: undefined,
  })
  expect(await make('processId')).not.toBe(process.pid)
  await expect(make('fail', 550)).rejects.toMatchObject({
    message: 'refused',
    code: 'EENVELOPE',
    responseCode: 550,
  })
})

test('a maker that crashes fails its call, and the next call gets another one', async () => {
  const make = callsTo({ most: 1, atOnce: 1 })

  const [crashed, next] = await Promise.allSettled([make('crash'), make('echo', 'here')])

  expect(crashed).toMatchObject({ status: 'rejected', reason: { message: 'a maker ended early: SIGSEGV' } })
  expect(next).toMatchObject({ value: 'here' })
})

test('a maker that hangs is ended, and the next call gets another one', async () => {
  const make = callsTo({ most: 1, atOnce: 1, withinMs: 1_500 })
  const before = await make('processId')
  holdTime()
  const calls = [make('hang'), make('processId')]
  vi.advanceTimersByTime(1_500)

  const [hung, next] = await Promise.allSettled(calls)
  expect(hung).toMatchObject({ reason: { message: 'hang took longer than 1.5 s and was ended' } })
  expect(next).toMatchObject({ value: expect.any(Number) })
  expect(next).not.toMatchObject({ value: before })
})

test('calls can count as hung earlier than others of their makers', async () => {
  const makers = startMakers({ most: 1, atOnce: 1 })
  const make = makers.callsTo<typeof import('../testing/made.ts')>(MODULE, 1_000)
  holdTime()
  const hung = make('hang')
  vi.advanceTimersByTime(1_000)

  await expect(hung).rejects.toThrow(MakerLate)
  await expect(hung).rejects.toThrow('hang took longer than 1 s and was ended')
})

test('what can’t be sent fails its call alone', async () => {
  const make = callsTo({ most: 1, atOnce: 1 })

  await expect(make('echo', () => {})).rejects.toThrow('could not be cloned')
  expect(await make('echo', 'here')).toBe('here')
})

test('starts as many as there is work for, at most the limit, and none is left after a rest', async () => {
  const make = callsTo({ most: 2, atOnce: 1, restMs: 10 })

  const ids = await Promise.all([make('processId'), make('processId'), make('processId')])

  expect(new Set(ids).size).toBe(2)
  await vi.waitFor(() => expect(ids.filter(isRunning)).toEqual([]), 60_000)
})

test('makers get no settings', async () => {
  process.env.LAUREL_SECRET ??= 'x'.repeat(32)

  expect(await callsTo({ most: 1, atOnce: 1 })('setting', 'LAUREL_SECRET')).toBeUndefined()
})

async function* each<Item>(...items: Item[]) {
  yield* items
}

test('a stream takes items one by one and makes bytes, and says something in the end', async () => {
  const { stream, said } = streamsOf({ most: 1, atOnce: 2 })('spell', each('Ada', 'Bea'), ' ')

  expect(await text(stream)).toBe('Ada Bea ')
  expect(await said).toBe(2)
})

test('items are read in the context of their own request, whichever request started the maker', async () => {
  const spell = streamsOf({ most: 1, atOnce: 2 })
  const request = new AsyncLocalStorage<string>()
  async function* requestOf() {
    yield String(request.getStore())
  }
  const spelled = (name: string) => request.run(name, () => text(spell('spell', requestOf(), '').stream))

  expect(await spelled('first')).toBe('first')
  expect(await spelled('second')).toBe('second')
})

test('two streams of one maker take turns', async () => {
  const spell = streamsOf({ most: 1, atOnce: 2 })
  const gate = Promise.withResolvers<string>()
  async function* late() {
    yield gate.promise
  }
  const waiting = spell('spell', late(), '.')

  expect(await text(spell('spell', each('Ada'), '.').stream)).toBe('Ada.')
  gate.resolve('Bea')
  expect(await text(waiting.stream)).toBe('Bea.')
})

test('an error of the items, or of what is made of them, ends the stream', async () => {
  const spell = streamsOf({ most: 1, atOnce: 1 })
  const refused = new Error('superseded')
  async function* broken() {
    yield 'Ada'
    throw refused
  }

  await expect(text(spell('spell', broken(), ' ').stream)).rejects.toBe(refused)
  await expect(text(spell('spell', each('damaged'), ' ').stream)).rejects.toThrow('a word is damaged')
  expect(await text(spell('spell', each('Ada'), ' ').stream)).toBe('Ada ')
})

const PAGE = 'x'.repeat(10_000)

/** Waits until the maker waits for its stream to be read. */
async function full(stream: Readable): Promise<void> {
  stream.read(0)
  while (stream.readableLength < stream.readableHighWaterMark) await turn()
}

test('an abandoned stream makes room for the next, and one that waits isn’t late', async () => {
  const spell = streamsOf({ most: 1, atOnce: 1, withinMs: 1_000 })
  holdTime()
  const { stream } = spell('repeat', each(PAGE))
  await full(stream)
  vi.advanceTimersByTime(1_500)
  expect(stream.errored).toBeNull()
  stream.destroy()

  expect(await text(spell('spell', each('Ada'), ' ').stream)).toBe('Ada ')
})

test('a stream that is no longer read makes room for the next', async () => {
  const spell = streamsOf({ most: 1, atOnce: 1, unreadMs: 500 })
  holdTime()
  const { stream, said } = spell('repeat', each(PAGE))
  await full(stream)
  vi.advanceTimersByTime(500)
  const [ended] = await Promise.all([once(stream, 'error'), expect(said).rejects.toThrow('was ended')])
  expect(ended).toMatchObject([{ message: 'repeat wasn’t read for 0.5 s and was ended' }])

  const { stream: slow } = spell('spell', each('Ada', 'Bea'), ' ')
  expect(await text(slow)).toBe('Ada Bea ')
})

test('a maker that hangs in an abandoned stream is ended before the next call', async () => {
  const spell = streamsOf({ most: 1, atOnce: 1, withinMs: 1_000 })
  holdTime()
  const { stream } = spell('hangAfterOne', each('x'))
  await once(stream.resume(), 'data')
  stream.destroy()
  const next = text(spell('spell', each('Ada'), ' ').stream)
  vi.advanceTimersByTime(1_000)

  expect(await next).toBe('Ada ')
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
