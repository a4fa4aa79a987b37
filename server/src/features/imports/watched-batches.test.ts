import { expect, test } from 'vitest'
import { emptyTally, type JudgedBatch } from './judged-batches.ts'
import { watchedBatches } from './watched-batches.ts'

const BATCH: JudgedBatch = { tally: emptyTally(), bytesRead: 1, columns: {}, repairs: [] }
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const pace = { lookMs: 5, silentMs: 60 }
const wanted = async () => true
const moved = () => new Error('moved on')

/** One batch, and then nothing for ever. */
async function* silent(ending: AbortSignal): AsyncGenerator<JudgedBatch> {
  yield BATCH
  await new Promise((_, reject) => ending.addEventListener('abort', () => reject(ending.reason)))
}

/** Everything there is, each batch written for so long. */
async function readAll(batches: AsyncGenerator<JudgedBatch>, writeMs = 0) {
  let count = 0
  for await (const _ of batches) {
    count += 1
    await wait(writeMs)
  }
  return count
}

test('a reader that is silent for too long ends in plain words', async () => {
  await expect(readAll(watchedBatches(silent, wanted, moved, pace))).rejects.toMatchObject({
    code: 'import_unreadable',
    errors: [{ code: 'reads_too_slowly', message: expect.stringContaining('Save it as CSV') }],
  })
})

test('a list that is no longer wanted ends its reader at once', async () => {
  const begun = Date.now()
  const asked = { ...pace, silentMs: 60_000 }
  await expect(readAll(watchedBatches(silent, async () => false, moved, asked))).rejects.toThrow('moved on')
  expect(Date.now() - begun).toBeLessThan(5_000)
})

test('the time it takes to write people doesn’t count against their reader', async () => {
  async function* two(): AsyncGenerator<JudgedBatch> {
    yield BATCH
    yield BATCH
  }
  expect(await readAll(watchedBatches(two, wanted, moved, pace), 150)).toBe(2)
})
