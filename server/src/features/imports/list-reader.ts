import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import { type FieldProblem, Refusal } from '@laurel/domain/refusal'
import type { Config } from '../../config.ts'
import type { FileStore } from '../files/file-store.ts'
import { type JudgedBatch, judgedBatches, type ReadRequest } from './judged-batches.ts'
import { type ListFormat, readRows } from './list-source.ts'
import type { TableRow } from './row-cutter.ts'
import { workbookCopy } from './workbook-copies.ts'

/** Where a reader finds the files, on whatever thread it runs. */
export type StoreSettings = Pick<Config, 'dataDir' | 'filesUrl'>

export type ToReader = {
  settings: StoreSettings
  key: string
  format: ListFormat
  request?: ReadRequest
  /** Where a workbook may be copied to. */
  copyAt: string
}
type Asked = Omit<ToReader, 'copyAt'>
export type FromReader =
  | { kind: 'batch'; batch: JudgedBatch }
  | { kind: 'look'; rows: TableRow[]; sheet: string }
  | { kind: 'end' }
  | { kind: 'failed'; error: FieldProblem | undefined; reason: string }

/** Smaller lists of text are read where they are asked for: a thread takes longer to start. */
const THREAD_FROM_BYTES = 256 * 1024
/** A reader needs little; one that wants more was given something made to exhaust it. */
const LIMITS = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }
const FILE = new URL('./read-list.worker.ts', import.meta.url)

/**
 * The people of a stored list, judged, a batch at a time; the next is made while one is written.
 *
 * @throws {Refusal} `import_unreadable` where the list cannot be read on
 */
export function readBatches(
  files: FileStore,
  settings: StoreSettings,
  list: { key: string; format: ListFormat; bytes: number },
  request: ReadRequest,
  ending: AbortSignal,
): AsyncGenerator<JudgedBatch> {
  const { key, format } = list
  if (format.kind !== 'xlsx' && list.bytes < THREAD_FROM_BYTES) {
    return judgedBatches(readRows(files, key, format, ''), request)
  }
  return fromThread({ settings, key, format, request }, ending)
}

/** How long a look at a workbook may take. */
const LOOK_MS = 20_000

/**
 * A workbook's first rows and its sheet's name.
 *
 * @throws {Refusal} `import_unreadable`, also when it takes far longer than a workbook does
 */
export async function lookAtWorkbook(settings: StoreSettings, key: string, withinMs = LOOK_MS) {
  const ending = new AbortController()
  const late = setTimeout(() => ending.abort(tooMuch()), withinMs)
  try {
    for await (const message of messages({ settings, key, format: { kind: 'xlsx' } }, ending.signal)) {
      if (message.kind === 'look') return message
    }
    throw new Error('The reader ended without a word')
  } finally {
    clearTimeout(late)
  }
}

async function* fromThread(given: Asked, ending: AbortSignal): AsyncGenerator<JudgedBatch> {
  for await (const message of messages(given, ending)) {
    if (message.kind === 'batch') yield message.batch
    if (message.kind === 'end') return
  }
}

/**
 * A reading thread's messages, one at a time; it continues when the next one is requested, and stops on its end
 * message.
 */
async function* messages(asked: Asked, ending: AbortSignal): AsyncGenerator<FromReader> {
  const given: ToReader = { ...asked, copyAt: workbookCopy() }
  const worker = new Worker(FILE, { workerData: given, resourceLimits: LIMITS, execArgv: [], stdout: false })
  const heard: FromReader[] = []
  let ended: Error | undefined
  let wake: (() => void) | undefined
  const say = () => wake?.()
  worker.on('message', (message: FromReader) => {
    heard.push(message)
    say()
  })
  worker.on('error', (cause: Error & { code?: string }) => {
    ended = cause.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : cause
    say()
  })
  worker.on('exit', () => {
    ended ??= new Error('The reader ended early')
    say()
  })
  ending.addEventListener('abort', say)
  try {
    for (;;) {
      ending.throwIfAborted()
      const message = heard.shift()
      if (message === undefined) {
        if (ended !== undefined) throw ended
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      if (message.kind === 'failed') {
        throw message.error
          ? new Refusal('import_unreadable', {}, [message.error])
          : new Error(message.reason)
      }
      yield message
      if (message.kind === 'batch') worker.postMessage('more')
    }
  } finally {
    ending.removeEventListener('abort', say)
    await worker.terminate()
    // Ours to remove: a thread that is ended has no time to.
    await rm(given.copyAt, { force: true })
  }
}

function tooMuch(): Refusal {
  const message = 'This file is too complex to read. Save it as CSV and choose that file.'
  return new Refusal('import_unreadable', {}, [{ field: 'file', code: 'workbook_too_large', message }])
}
