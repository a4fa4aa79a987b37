// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { guardPreloads } from './preload-guard.ts'

let nowMs = 1_000_000
let online = true
const page = { storage: sessionStorage, reload: vi.fn(), now: () => nowMs, isOnline: () => online }
let target: EventTarget
let logged: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  sessionStorage.clear()
  online = true
  page.reload.mockReset()
  target = new EventTarget()
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  guardPreloads(target, page)
})
afterEach(() => logged.mockRestore())

function failToLoad() {
  const event = new Event('vite:preloadError', { cancelable: true })
  return { rethrown: target.dispatchEvent(event) }
}

test('a failed chunk is reported and the page loaded anew', () => {
  const { rethrown } = failToLoad()
  expect(logged).toHaveBeenCalledTimes(1)
  expect(page.reload).toHaveBeenCalledTimes(1)
  expect(rethrown).toBe(false)
})

test('if it fails again after that, the error goes on its way', () => {
  failToLoad()
  const { rethrown } = failToLoad()
  expect(page.reload).toHaveBeenCalledTimes(1)
  expect(rethrown).toBe(true)
})

test('another release, much later, may reload again', () => {
  failToLoad()
  nowMs += 3_600_000
  failToLoad()
  expect(page.reload).toHaveBeenCalledTimes(2)
})

test('without a connection the page is kept', () => {
  online = false
  const { rethrown } = failToLoad()
  expect(page.reload).not.toHaveBeenCalled()
  expect(rethrown).toBe(true)
})
