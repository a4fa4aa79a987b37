import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { AnswerTurns, type Progress } from './answer-turns.ts'

afterEach(() => vi.useRealTimers())

const CURSOR = { messageId: 1, block: 0, offset: 0 }
const DONE: Progress = { content: [{ type: 'text', text: 'hi' }], state: 'done' }
const open = (turns: AnswerTurns, person = 'dana') =>
  turns.follow(person, `${person}’s`, CURSOR, async () => DONE)

test('a person has two streams, even if three are opened before any is read', async () => {
  const turns = new AnswerTurns()
  const [first] = [open(turns), open(turns)]
  expect(() => open(turns)).toThrow('too_many_requests')
  expect(() => open(turns, 'maya')).not.toThrow()
  for await (const _ of first!) expect(() => open(turns)).toThrow('too_many_requests')
  expect(() => open(turns)).not.toThrow()
})

test('a stream that’s never read frees its place after a few seconds, and one that’s read keeps it', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const turns = new AnswerTurns()
  const read = open(turns)[Symbol.asyncIterator]()
  await read.next()
  open(turns)
  expect(() => open(turns)).toThrow('too_many_requests')
  vi.advanceTimersByTime(6_000)
  open(turns)
  expect(() => open(turns)).toThrow('too_many_requests')
})

const WORDS = 'Order 10482 is approved, and its cards are on the way to 14 people.'.match(/\S+\s*/g)!
const TEXT = WORDS.join('')
const PLAN: Progress['content'][number] = { type: 'links', links: [] }
const nextTick = () => new Promise((resolve) => setImmediate(resolve))

/** An answer that grows word by word, with a block in the middle. Keeps each progress that’s saved. */
function growing(turns: AnswerTurns, saves: string[] = []) {
  turns.start(
    'it',
    async ({ add, grow }) => {
      for (const word of WORDS) {
        await nextTick()
        grow(word)
      }
      await add(PLAN)
      grow(' ')
      for (const word of WORDS) grow(word)
    },
    async (progress) => {
      saves.push(JSON.stringify(progress))
      return true
    },
  )
}
type Event = { id: string; event: string; data: { text?: string; content_block_delta_index?: number } }
async function read(stream: AsyncIterable<unknown>, pause?: () => Promise<unknown>): Promise<Event[]> {
  const events: Event[] = []
  for await (const one of stream) {
    events.push(one === 'heartbeat' ? { id: '', event: one, data: {} } : (one as Event))
    await pause?.()
  }
  return events
}
const textOf = (events: Event[], block: number) =>
  events
    .filter(({ id, event }) => event === 'text' && id.split('-')[1] === String(block))
    .map(({ data }) => data.text)
    .join('')

test('a text streams word by word, also to a slow reader, and nothing is lost when it ends', async () => {
  const turns = new AnswerTurns()
  growing(turns)
  const fast = read(turns.follow('dana', 'it', CURSOR, async () => DONE))
  const slow = read(
    turns.follow('dana', 'it', CURSOR, async () => DONE),
    () => pause(15),
  )
  for (const events of [await fast, await slow]) {
    // Nothing waited for one.
    expect(events.filter(({ event }) => event === 'heartbeat')).toEqual([])
    expect(textOf(events, 0)).toBe(TEXT)
    expect(textOf(events, 2)).toBe(TEXT)
    expect(events.filter(({ event }) => event === 'block')).toHaveLength(1)
    expect(events.at(-1)).toMatchObject({ event: 'done', data: { stop_reason: 'done' } })
  }
  expect((await fast).length).toBeGreaterThan(WORDS.length)
})

test('reading continues from each event, on this server and on another', async () => {
  const turns = new AnswerTurns()
  const saves: string[] = []
  growing(turns, saves)
  const all = await read(turns.follow('dana', 'it', CURSOR, async () => DONE))
  const whole: Progress = JSON.parse(saves.at(-1)!)
  for (const [at, { id }] of all.slice(0, -1).entries()) {
    const [, block = 0, offset = 0] = id.split('-').map(Number)
    // The saved answer grows while it’s read.
    let reads = 0
    const saved = async (): Promise<Progress> => {
      reads += 1
      const half = { type: 'text' as const, text: TEXT.slice(0, 20) }
      return reads === 1 ? { content: [half], state: 'answering' } : whole
    }
    const rest = await read(new AnswerTurns().follow('dana', 'it', { messageId: 1, block, offset }, saved))
    const before = all.slice(0, at + 1)
    for (const part of [0, 2]) expect(textOf([...before, ...rest], part)).toBe(TEXT)
  }
})

test('a text that grows is saved a few times, and whole at the end', async () => {
  const turns = new AnswerTurns()
  const saves: string[] = []
  turns.start(
    'it',
    async ({ grow }) => {
      for (let at = 0; at < 400; at += 1) {
        grow('word ')
        await pause(1)
      }
    },
    async (progress) => {
      saves.push(JSON.stringify(progress))
      return true
    },
  )
  await turns.finish()
  // However fast the machine is: at least once before the end, and not for each word.
  expect(saves.length).toBeGreaterThan(1)
  expect(saves.length).toBeLessThan(100)
  expect(JSON.parse(saves.at(-1)!)).toEqual({
    content: [{ type: 'text', text: 'word '.repeat(400) }],
    state: 'done',
  })
})

test('an older progress never replaces a newer one', async () => {
  const turns = new AnswerTurns()
  const stored: number[] = []
  turns.start(
    'it',
    async ({ add, grow }) => {
      grow('a')
      await pause(300)
      grow('b')
      await add(PLAN)
    },
    async ({ content }) => {
      const length = JSON.stringify(content).length
      // The first save is the slowest.
      await pause(stored.length === 0 ? 200 : 0)
      stored.push(length)
      return true
    },
  )
  await turns.finish()
  expect(stored).toEqual(stored.toSorted((a, b) => a - b))
})

test('stopping an answer ends its text at once, and aborts what it waits for', async () => {
  const turns = new AnswerTurns()
  let aborted = false
  turns.start(
    'it',
    async ({ grow, stopped }) => {
      grow('Half')
      await new Promise((_, reject) => {
        stopped.addEventListener('abort', () => {
          aborted = true
          reject(stopped.reason)
        })
      })
    },
    async () => true,
  )
  const reading = read(turns.follow('dana', 'it', CURSOR, async () => DONE))
  await nextTick()
  turns.stop('it')
  expect((await reading).map(({ data }) => data)).toEqual([
    { content_block_index: 0, content_block_delta_index: 0, text: 'Half' },
    { stop_reason: 'stopped' },
  ])
  expect(aborted).toBe(true)
})
