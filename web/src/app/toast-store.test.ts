import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeToast, holdToast, releaseToast, showToast, useToastStore } from './toast-store.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})

function toasts() {
  return useToastStore.getState().toasts.map(({ title, isShown }) => `${title}${isShown ? '' : ' (hidden)'}`)
}

test('shows a toast after 1 ms, hides it after its duration, and removes it 700 ms later', () => {
  showToast({ title: 'Saved', durationMs: 5_000 })
  expect(toasts()).toEqual(['Saved (hidden)'])

  vi.advanceTimersByTime(1)
  expect(toasts()).toEqual(['Saved'])

  vi.advanceTimersByTime(4_999)
  expect(toasts()).toEqual(['Saved'])
  vi.advanceTimersByTime(1)
  expect(toasts()).toEqual(['Saved (hidden)'])

  vi.advanceTimersByTime(699)
  expect(toasts()).toEqual(['Saved (hidden)'])
  vi.advanceTimersByTime(1)
  expect(toasts()).toEqual([])
})

test('closing hides at once and removes 700 ms later', () => {
  const id = showToast({ title: 'Saved' })
  vi.advanceTimersByTime(10)
  closeToast(id)
  expect(toasts()).toEqual(['Saved (hidden)'])
  vi.advanceTimersByTime(700)
  expect(toasts()).toEqual([])
})

test('a fourth toast hides the oldest', () => {
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    showToast({ title })
    vi.advanceTimersByTime(5)
  }
  expect(toasts()).toEqual(['One (hidden)', 'Two', 'Three', 'Four'])
  vi.advanceTimersByTime(700)
  expect(toasts()).toEqual(['Two', 'Three', 'Four'])
})

test('a held toast stays and leaves after its duration once released', () => {
  const id = showToast({ title: 'Removed 11 people', durationMs: 1_000 })
  vi.advanceTimersByTime(500)
  holdToast(id)
  vi.advanceTimersByTime(60_000)
  expect(toasts()).toEqual(['Removed 11 people'])

  releaseToast(id)
  vi.advanceTimersByTime(1_001)
  expect(toasts()).toEqual(['Removed 11 people (hidden)'])
})
