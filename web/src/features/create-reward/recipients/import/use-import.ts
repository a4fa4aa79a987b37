import { api } from '@laurel/contract/routes'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiProblem, fieldErrors, formError } from '../../../../app/api-problem.ts'
import { type AnswerOf, call, freshKey, type Sent } from '../../../../app/call.ts'
import { pageTexts, useTexts } from '../../../../app/texts.ts'
import { showToast } from '../../../../app/toast-store.ts'
import { refreshList } from '../recipients-cache.ts'
import { timeLeft } from './import-words.ts'

/** An upload in progress or failed. */
type Sending =
  | { step: 'none' }
  | ({ step: 'sending'; name: string; isStopping: boolean } & SendingProgress)
  | { step: 'failed'; name: string; message: string; again: () => void }

export type Importing = ReturnType<typeof useImport>

type Run = { controller: AbortController; isGone: boolean; isStopping: boolean }
type Source = { name: string; bytes: number; text?: string; file?: File; mode?: ImportMode; review?: boolean }

/**
 * The imports of a card. The server runs them independently of the page, so unfinished ones
 * are found again after a reload.
 */
export function useImport(itemId: number) {
  const i18n = useTexts()
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
        Object.values(fieldErrors(cause))[0] ?? formError(cause) ?? i18n.t('We couldn’t read that list.')
      setSending({ step: 'failed', name, message, again: () => void send(source, idempotencyKey) })
    }
  }

  /** Stores the server's state of an import and refreshes the list. */
  async function take(now: RecipientImport): Promise<void> {
    queryClient.setQueryData(importQueries.one(now.id).queryKey, now)
    setLatest(now.id)
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: importQueries.of(itemId).queryKey }),
      isOpen(now.state) ? undefined : refreshList(queryClient, itemId),
      // Everyone's value may have been saved at the same time.
      now.rowsWithoutValue > 0 &&
        queryClient.invalidateQueries({ queryKey: importQueries.one(now.id).queryKey }),
    ])
  }

  const open = known.filter(({ state }) => isOpen(state)).map(({ id }) => id)
  return {
    sending,
    /** The latest import and all unfinished ones. */
    shown: [...new Set(latest === null ? open : [latest, ...open])].filter((id) => !closed.includes(id)),
    /** The last imports with people who need attention. */
    withErrors: known.filter(
      ({ state, rowsNeedingAttention }) => state === 'finished' && rowsNeedingAttention > 0,
    ),
    isRunning: sending.step === 'sending' || open.length > 0,
    paste: (text: string, mode: ImportMode = 'append') =>
      void send({ name: i18n.t('Pasted rows'), bytes: text.length, text, mode }),
    upload: (file: File, mode?: ImportMode) =>
      void send({ name: file.name, bytes: file.size, file, ...(mode && { mode }) }),
    /** Cancels an upload, or dismisses its error. */
    stop: () => {
      const run = running.current
      // Aborting a complete upload doesn't stop the server. Its answer names the import to
      // cancel.
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

/** Cancels an import that the server has started, or returns the finished one. */
async function takeOffAgain(begun: RecipientImport): Promise<RecipientImport> {
  const i18n = pageTexts()

  const now = isOpen(begun.state) ? await canceled(begun) : begun
  if (now.state === 'cancelled') {
    showToast({
      tone: 'plain',
      title: i18n.t('{name} was skipped', { name: now.fileName || i18n.t('Pasted rows') }),
      text: i18n.t('Your list hasn’t changed.'),
    })
  } else if (now.rowsAdded > 0) {
    showToast({
      tone: 'bad',
      title: i18n.t('It was too late to cancel'),
      text: i18n.t(
        '{people, plural, one {# person was} other {# people were}} already added. Remove them from the list if you don’t want them.',
        { people: now.rowsAdded },
      ),
    })
  }
  return now
}

async function canceled({ id }: RecipientImport): Promise<RecipientImport> {
  try {
    return await call(api.cancelImport, { params: { id }, body: {} })
  } catch (cause) {
    // The import finished before our request.
    if (cause instanceof ApiProblem && cause.code === 'import_moved_on') {
      return call(api.getImport, { params: { id } })
    }
    throw cause
  }
}

/** Starts an import with its current mapping. @throws {ApiProblem} */
export async function startImport(id: number, importing: Importing, body: { again: boolean }): Promise<void> {
  await importing.take(await call(api.startImport, { params: { id }, body }))
}

export type RecipientImport = AnswerOf<'getImport'>
export type ImportSummary = AnswerOf<'listImports'>[number]
export type ImportColumn = RecipientImport['columns'][number]
export type ColumnMeaning = ImportColumn['meaning']
export type ImportMode = RecipientImport['mode']

/** How often the progress of a running import is fetched. */
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

export function isRunning(state: RecipientImport['state'] | undefined): boolean {
  return state === 'queued' || state === 'reading'
}

/** Whether it runs or waits for its mapping. */
function isOpen(state: RecipientImport['state']): boolean {
  return isRunning(state) || state === 'mapping'
}

/** Earlier, the connection's speed is unknown. */
const KNOWN_AFTER_MS = 1_000

type SendingProgress = { bytes: number; sentBytes: number; secondsLeft: number | null }

/**
 * Converts a request's progress into the file's.
 *
 * @param bytes the file's size without the form around it
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
  const i18n = pageTexts()

  if (sentBytes >= bytes) return i18n.t('{size} uploaded. Reading the first rows', { size: fileSize(bytes) })
  const parts = [
    i18n.t('{sent} of {size} uploaded', { sent: fileSize(sentBytes), size: fileSize(bytes) }),
    secondsLeft !== null && timeLeft(secondsLeft),
  ]
  return parts.filter(Boolean).join(', ')
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

/** A filter for the file dialog. The server detects the actual format. */
export const ACCEPTED_FILES = [
  '.csv',
  '.tsv',
  '.txt',
  '.xlsx',
  'text/csv',
  'text/tab-separated-values',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]
