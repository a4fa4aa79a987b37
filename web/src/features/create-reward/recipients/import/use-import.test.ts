import { expect, test } from 'vitest'
import { sendingProgress, sentSentence } from './use-import.ts'

const MB = 1_000_000

test('what is sent is said of the file alone, whatever travels around it', () => {
  const progress = sendingProgress(120 * MB, { bytes: 30.5 * MB, totalBytes: 122 * MB }, 500)
  expect(progress).toEqual({ bytes: 120 * MB, sentBytes: 30 * MB, secondsLeft: null })
  expect(sentSentence(progress)).toBe('30 MB of 120 MB sent')
})

test('how long the rest takes is said once a second has shown how fast the line is', () => {
  const progress = sendingProgress(120 * MB, { bytes: 30 * MB, totalBytes: 120 * MB }, 8_000)
  expect(progress.secondsLeft).toBe(24)
  expect(sentSentence(progress)).toBe('30 MB of 120 MB sent, about 24 seconds left')
})

test('a file that is gone waits for what the server says of it', () => {
  const progress = sendingProgress(120 * MB, { bytes: 120 * MB, totalBytes: 120 * MB }, 8_000)
  expect(sentSentence(progress)).toBe('120 MB sent. Looking at its first rows')
})

test('a browser that does not know the whole says nothing of the rest', () => {
  expect(sendingProgress(120 * MB, { bytes: 30 * MB, totalBytes: 0 }, 8_000)).toEqual({
    bytes: 120 * MB,
    sentBytes: 0,
    secondsLeft: null,
  })
})
