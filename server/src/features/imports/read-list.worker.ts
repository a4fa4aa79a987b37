/** Reads a long list on a separate thread, so that requests are still answered. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '@laurel/domain/refusal'
import { makeFileStore } from '../files/local-file-store.ts'
import { judgedBatches } from './judged-batches.ts'
import type { FromReader, ToReader } from './list-reader.ts'
import { readRows } from './list-source.ts'
import type { TableRow } from './row-cutter.ts'
import { LOOK_AT_ROWS } from './text-format.ts'

/** Batches that may be ready before they are asked for. */
const AHEAD = 2

const port = parentPort as MessagePort
const { settings, key, format, request, copyAt } = workerData as ToReader
const tell = (message: FromReader) => port.postMessage(message)

let credits = AHEAD
let wake: (() => void) | undefined
port.on('message', () => {
  credits += 1
  wake?.()
})

/** A lot can precede the first row: columns, their widths, a very long heading. */
async function lookAt(pieces: ReturnType<typeof readRows>): Promise<FromReader> {
  const seen: TableRow[] = []
  let sheet = ''
  for await (const piece of pieces) {
    sheet = piece.sheet ?? ''
    seen.push(...piece.rows)
    if (seen.length >= LOOK_AT_ROWS) break
  }
  return { kind: 'look', rows: seen.slice(0, LOOK_AT_ROWS), sheet }
}

async function read() {
  const files = await makeFileStore(settings)
  const rows = readRows(files, key, format, copyAt)
  if (request === undefined) {
    tell(await lookAt(rows))
    return
  }
  for await (const batch of judgedBatches(rows, request)) {
    while (credits === 0) await new Promise<void>((resolve) => (wake = resolve))
    credits -= 1
    tell({ kind: 'batch', batch })
  }
  tell({ kind: 'end' })
}

read()
  .catch((cause: unknown) => {
    const error = cause instanceof Refusal ? cause.errors[0] : undefined
    tell({ kind: 'failed', error, reason: String((cause as Error).stack ?? cause) })
  })
  .finally(() => port.close())
