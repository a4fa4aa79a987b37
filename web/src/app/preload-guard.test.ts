// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { guardPreloads, isChunkProblem, limitStylesheetWaits } from './preload-guard.ts'

let logged: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  logged.mockRestore()
  vi.useRealTimers()
  document.head.replaceChildren()
})

test('logs a failed chunk and rethrows it with a sentence for the user', () => {
  const target = new EventTarget()
  guardPreloads(target)
  const payload = new TypeError('Failed to fetch dynamically imported module: http://x/assets/settings-1.js')
  const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload })

  // Vite throws the payload unless the event's default is prevented.
  expect(target.dispatchEvent(event)).toBe(true)
  expect(logged).toHaveBeenCalledTimes(1)
  expect(isChunkProblem(payload)).toBe(true)
  expect(payload.message).toMatch(/Reload it to continue\.$/)
  expect(payload.message).not.toContain('assets')
  expect(payload.cause).toMatchObject({ message: expect.stringContaining('settings-1.js') })
})

test('other errors are not chunk problems', () => {
  expect(isChunkProblem(new TypeError('x is undefined'))).toBe(false)
  expect(isChunkProblem(undefined)).toBe(false)
})

async function addStylesheet() {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet' })
  const failed = vi.fn()
  link.addEventListener('error', failed)
  document.head.append(link)
  await Promise.resolve()
  return { link, failed }
}

test('a stylesheet that neither loads nor fails counts as failed after 60 seconds', async () => {
  vi.useFakeTimers()
  limitStylesheetWaits(document.head)
  const { link, failed } = await addStylesheet()
  vi.advanceTimersByTime(59_999)
  expect(failed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(failed).toHaveBeenCalledTimes(1)
  expect(link.isConnected).toBe(false)
})

test('a loaded stylesheet stays', async () => {
  vi.useFakeTimers()
  limitStylesheetWaits(document.head)
  const { link, failed } = await addStylesheet()
  link.dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(60_000)
  expect(failed).not.toHaveBeenCalled()
  expect(link.isConnected).toBe(true)
})
