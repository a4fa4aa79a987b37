import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeDraftSaver, type SaveState } from './save-draft.ts'

type Change = { line1?: string; tone?: string }

function saverOf(send: (change: Change) => Promise<void>) {
  const states: SaveState[] = []
  const saver = makeDraftSaver<Change>({ send, delayMs: 700, onState: (state) => states.push(state) })
  return { saver, states }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('sends nothing while typing, and everything once after a pause', async () => {
  const send = vi.fn(async () => {})
  const { saver, states } = saverOf(send)
  saver.queue({ line1: 'Th' })
  await vi.advanceTimersByTimeAsync(500)
  saver.queue({ line1: 'Thank you', tone: 'ink' })
  await vi.advanceTimersByTimeAsync(699)
  expect(send).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(send.mock.calls).toEqual([[{ line1: 'Thank you', tone: 'ink' }]])
  expect(states.at(-1)).toBe('saved')
})

test('saves at once when leaving the step', async () => {
  const send = vi.fn(async () => {})
  const { saver } = saverOf(send)
  saver.queue({ tone: 'warm' })
  await saver.flush()
  expect(send).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(send).toHaveBeenCalledTimes(1)
})

test('sends a change made during a request after it', async () => {
  const answers: (() => void)[] = []
  const send = vi.fn(() => new Promise<void>((resolve) => answers.push(resolve)))
  const { saver } = saverOf(send)
  saver.queue({ line1: 'one' })
  const first = saver.flush()
  saver.queue({ line1: 'two' })
  const second = saver.flush()
  await vi.advanceTimersByTimeAsync(0)
  expect(send).toHaveBeenCalledTimes(1)
  answers[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(send.mock.calls).toEqual([[{ line1: 'one' }], [{ line1: 'two' }]])
  answers[1]?.()
  await Promise.all([first, second])
})

test('sends failed changes with the next one', async () => {
  const send = vi.fn(async (_: Change) => {})
  send.mockRejectedValueOnce(new Error('offline'))
  const { saver, states } = saverOf(send)
  saver.queue({ line1: 'one' })
  await expect(saver.flush()).rejects.toThrow('offline')
  expect(states.at(-1)).toBe('failed')
  saver.queue({ tone: 'ink' })
  await saver.flush()
  expect(send).toHaveBeenLastCalledWith({ line1: 'one', tone: 'ink' })
})
