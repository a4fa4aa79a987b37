import { expect, test } from 'vitest'
import { sendingProgress, sentSentence } from './use-import.ts'

const MB = 1_000_000

test('reports progress of the file without the form around it', () => {
  const progress = sendingProgress(120 * MB, { bytes: 30.5 * MB, totalBytes: 122 * MB }, 500)
  expect(progress).toEqual({ bytes: 120 * MB, sentBytes: 30 * MB, secondsLeft: null })
  expect(sentSentence(progress)).toBe('30 MB of 120 MB uploaded')
})

test('estimates the remaining time after one second', () => {
  const progress = sendingProgress(120 * MB, { bytes: 30 * MB, totalBytes: 120 * MB }, 8_000)
  expect(progress.secondsLeft).toBe(24)
  expect(sentSentence(progress)).toBe('30 MB of 120 MB uploaded, about 24 seconds left')
})

test('waits for the server once the file is sent', () => {
  const progress = sendingProgress(120 * MB, { bytes: 120 * MB, totalBytes: 120 * MB }, 8_000)
  expect(sentSentence(progress)).toBe('120 MB uploaded. Reading the first rows')
})

test('gives no estimate if the browser does not report the total', () => {
  expect(sendingProgress(120 * MB, { bytes: 30 * MB, totalBytes: 0 }, 8_000)).toEqual({
    bytes: 120 * MB,
    sentBytes: 0,
    secondsLeft: null,
  })
})
