import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiProblem, fieldErrors, formError } from '../../../../app/api-problem.ts'
import { call, freshKey, type Sent } from '../../../../app/call.ts'
import type { Camelized } from '../../../../app/case.ts'
import { showToast } from '../../../../app/toast-store.ts'
import { plural } from '../../../../parts/format.ts'
import { refreshList } from '../recipients-cache.ts'
import { timeLeft } from './import-words.ts'

/** A list on its way to the server, or one that did not get there. */
type Sending =
  | { step: 'none' }
  | ({ step: 'sending'; name: string; isStopping: boolean } & SendingProgress)
  | { step: 'failed'; name: string; message: string; again: () => void }

export type Importing = ReturnType<typeof useImport>

type Run = { controller: AbortController; isGone: boolean; isStopping: boolean }
type Source = { name: string; bytes: number; text?: string; file?: File; mode?: ImportMode; review?: boolean }

/**
 * The lists that are read into this one. The server reads them, whatever the page does meanwhile:
 * after a reload those that are not over are found again.
 */
export function useImport(itemId: number) {
  const queryClient = useQueryClient()
  const [sending, setSending] = useState<Sending>({ step: 'none' })
  const [latest, setLatest] = useState<number | null>(null)
  const [closed, setClosed] = useState<readonly number[]>([])
  const { data: known = [] } = useQuery(importQueries.of(itemId))
  const running = useRef<Run>(null)

  async function send(source: Source, idempotencyKey = freshKey()): Promise<void> {
    const { name, bytes, text, file, mode, review } = source
    running.current?.controller.abort()
    const controller = new AbortController()
    const run: Run = { controller, isGone: false, isStopping: false }
    running.current = run
    const began = performance.now()
    const show = (progress: SendingProgress) =>
      setSending({ step: 'sending', name, isStopping: run.isStopping, ...progress })
    show({ bytes, sentBytes: 0, secondsLeft: null })
    const onSent = (sent: Sent) => {
      if (controller.signal.aborted) return
      const progress = sendingProgress(bytes, sent, performance.now() - began)
      run.isGone = progress.sentBytes >= bytes
      show(progress)
    }
    try {
      const begunNow = await call(api.importRecipients, {
        body: {
          cardItemId: itemId,
          ...(mode && { mode }),
          ...(text !== undefined && { text }),
          ...(review && { review }),
        },
        file,
        idempotencyKey,
        signal: controller.signal,
        onSent,
      })
      await take(run.isStopping ? await takeOffAgain(begunNow) : begunNow)
      setSending({ step: 'none' })
    } catch (cause) {
      if (controller.signal.aborted) return
      console.error('Failed to import recipients', cause)
      const message =
        Object.values(fieldErrors(cause))[0] ?? formError(cause) ?? 'We couldn’t read that list.'
      setSending({ step: 'failed', name, message, again: () => void send(source, idempotencyKey) })
    }
  }

  /** Shows what the server says of an import; whoever it has put on the list is read. */
  async function take(now: RecipientImport): Promise<void> {
    queryClient.setQueryData(importQueries.one(now.id).queryKey, now)
    setLatest(now.id)
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: importQueries.of(itemId).queryKey }),
      isOpen(now.state) ? undefined : refreshList(queryClient, itemId),
      // Everyone's value may have been on its way at the same time.
      now.rowsWithoutValue > 0 &&
        queryClient.invalidateQueries({ queryKey: importQueries.one(now.id).queryKey }),
    ])
  }

  const open = known.filter(({ state }) => isOpen(state)).map(({ id }) => id)
  return {
    sending,
    /** Those on screen: the report of the latest, and whatever is not over. */
    shown: [...new Set(latest === null ? open : [latest, ...open])].filter((id) => !closed.includes(id)),
    /** The last ones that brought people who need attention. */
    withErrors: known.filter(
      ({ state, rowsNeedingAttention }) => state === 'finished' && rowsNeedingAttention > 0,
    ),
    isRunning: sending.step === 'sending' || open.length > 0,
    paste: (text: string, mode: ImportMode = 'append') =>
      void send({ name: 'Pasted rows', bytes: text.length, text, mode }),
    upload: (file: File, mode?: ImportMode) =>
      void send({ name: file.name, bytes: file.size, file, ...(mode && { mode }) }),
    /** Stops sending, or puts away why it failed. */
    stop: () => {
      const run = running.current
      // Once all of it has left, hanging up stops nothing: the server reads on. Its answer says which
      // import is to be stopped.
      if (sending.step === 'sending' && run?.isGone) {
        run.isStopping = true
        setSending({ ...sending, isStopping: true })
        return
      }
      run?.controller.abort()
      setSending({ step: 'none' })
    },
    take,
    close: (id: number) => setClosed((before) => [...before, id]),
  }
}

/** Stops what the server has begun meanwhile, and says so; or says that it had ended before. */
async function takeOffAgain(begun: RecipientImport): Promise<RecipientImport> {
  const now = isOpen(begun.state) ? await cancelled(begun) : begun
  if (now.state === 'cancelled') {
    showToast({
      tone: 'plain',
      title: `${now.fileName || 'Pasted rows'} is left out`,
      text: 'The list is as before.',
    })
  } else if (now.rowsAdded > 0) {
    showToast({
      tone: 'bad',
      title: 'It was too late to cancel',
      text: `${plural(now.rowsAdded, 'person was', 'people were')} added already. Remove them from the list if they should not be there.`,
    })
  }
  return now
}

async function cancelled({ id }: RecipientImport): Promise<RecipientImport> {
  try {
    return await call(api.cancelImport, { params: { id }, body: {} })
  } catch (cause) {
    // It ended between its answer and ours.
    if (cause instanceof ApiProblem && cause.code === 'import_moved_on') {
      return call(api.getImport, { params: { id } })
    }
    throw cause
  }
}

/** Lets the server read a list as its columns stand now. @throws {ApiProblem} */
export async function startImport(id: number, importing: Importing, body: { again: boolean }): Promise<void> {
  await importing.take(await call(api.startImport, { params: { id }, body }))
}

export type RecipientImport = Camelized<OutputOf<'getImport'>>
export type ImportSummary = Camelized<OutputOf<'listImports'>>[number]
export type ImportColumn = RecipientImport['columns'][number]
export type ColumnMeaning = ImportColumn['meaning']
export type ImportMode = RecipientImport['mode']

/** How often a list that is being read is asked how far it is. */
const ASK_EVERY_MS = 700

/** Keys: ['imports', 7] are card item 7's, ['imports', 'one', 3] is one. */
export const importQueries = {
  of: (itemId: number) =>
    queryOptions({
      queryKey: ['imports', itemId],
      queryFn: () => call(api.listImports, { query: { cardItemId: itemId } }),
    }),
  one: (id: number) =>
    queryOptions({
      queryKey: ['imports', 'one', id],
      queryFn: ({ signal }) => call(api.getImport, { params: { id }, signal }),
      refetchInterval: ({ state }) => (isRunning(state.data?.state) ? ASK_EVERY_MS : false),
    }),
}

/** A job works on it. */
export function isRunning(state: RecipientImport['state'] | undefined): boolean {
  return state === 'queued' || state === 'reading'
}

/** It is not over: it runs, or waits for an answer. */
function isOpen(state: RecipientImport['state']): boolean {
  return isRunning(state) || state === 'mapping'
}

/** Before this much has passed nobody can say how fast a line is. */
const KNOWN_AFTER_MS = 1_000

/** How much of a list has left the browser. */
type SendingProgress = { bytes: number; sentBytes: number; secondsLeft: number | null }

/**
 * What the browser says of a request, said of the list in it.
 *
 * @param bytes how large the list is; the request around it is no part of what the customer chose
 */
export function sendingProgress(
  bytes: number,
  { bytes: goneBytes, totalBytes }: Sent,
  tookMs: number,
): SendingProgress {
  const share = totalBytes > 0 ? Math.min(1, goneBytes / totalBytes) : 0
  const isKnown = tookMs >= KNOWN_AFTER_MS && share > 0 && share < 1
  return {
    bytes,
    sentBytes: Math.floor(bytes * share),
    secondsLeft: isKnown ? Math.ceil(((1 - share) / share) * (tookMs / 1_000)) : null,
  }
}

/** "38 MB of 120 MB sent, about 20 seconds left". */
export function sentSentence({ bytes, sentBytes, secondsLeft }: SendingProgress): string {
  if (sentBytes >= bytes) return `${fileSize(bytes)} sent. Looking at its first rows`
  const rest = secondsLeft === null ? '' : `, ${timeLeft(secondsLeft)}`
  return `${fileSize(sentBytes)} of ${fileSize(bytes)} sent${rest}`
}

/** `1536` → `1.5 KB`, as file managers say it. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`
  if (bytes < 1_000_000) return `${rounded(bytes / 1_000)} KB`
  return `${rounded(bytes / 1_000_000)} MB`
}

function rounded(amount: number): string {
  return amount < 10 ? amount.toFixed(1).replace(/\.0$/, '') : String(Math.round(amount))
}

/** Lists as spreadsheets save them. What a file really is, the server tells by its content. */
export const ACCEPTED_FILES = [
  '.csv',
  '.tsv',
  '.txt',
  '.xlsx',
  'text/csv',
  'text/tab-separated-values',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]
