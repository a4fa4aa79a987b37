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
