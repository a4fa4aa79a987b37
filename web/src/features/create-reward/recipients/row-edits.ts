import { api } from '@laurel/contract/routes'
import { type ChangeMark, markRow, type RowEvent } from '@laurel/domain/change-mark'
import type { SiteLimits } from '@laurel/domain/limits'
import type { RewardType } from '@laurel/domain/reward-type'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { createStore } from 'zustand/vanilla'
import { fieldErrors, isOffline } from '../../../app/api-problem.ts'
import { type CallOptions, call } from '../../../app/call.ts'
import { refreshOrders } from '../../../app/orders.queries.ts'
import { rememberUnsaved, unsavedOf } from '../../../app/setup-store.ts'
import { pageTexts } from '../../../app/texts.ts'
import { writesOf } from '../create-reward.queries.ts'
import {
  COLUMN_KEYS,
  type Column,
  type ColumnKey,
  inverseOf,
  isSame,
  type NameHalf,
  type RecipientChange,
} from './columns.ts'
import type { Recipient } from './recipients.queries.ts'
import { changeSums, findRow, replaceRow } from './recipients-cache.ts'
import { changedRow, nameOf } from './row-problems.ts'
import { makeUndoStack } from './undo-stack.ts'

/** A change that failed to save. Its input stays in the cell, with the reason. */
export type Failure = {
  column: ColumnKey
  typed: string
  message: string
  /** Undefined if the text itself is wrong, so that retrying would not help. */
  again?: () => void
  suggestion?: RecipientChange | undefined
  /** No answer came. */
  isOffline?: boolean
}
export type RowEdit = { mark: ChangeMark; failure?: Failure | undefined }
type RowEditsState = {
  byId: Readonly<Record<number, RowEdit>>
  /** How many changes are being sent. */
  sending: number
  savedAt: number
}

type RowEditsOptions = {
  queryClient: QueryClient
  itemId: number
  everyoneCents: () => number | null
  /** Applies a change to a row and checks it. */
  judge: (row: Recipient, change: RecipientChange) => Recipient
}
type PatchBody = NonNullable<CallOptions<'patchRecipient'>['body']>
/** A row with unanswered changes: the server's version, and the changes to show on top. */
type ChangedRow = { server: Recipient; onTheWay: Array<(row: Recipient) => Recipient> }
type WrittenAt = { column: ColumnKey; typed: string }

export type RowEdits = ReturnType<typeof makeRowEdits>

const UNCHANGED: RowEdit = { mark: 'unchanged' }

/** Edits of single rows: shown at once, sent in order, kept in the cell when they fail, undoable. */
export function makeRowEdits({ queryClient, itemId, everyoneCents, judge }: RowEditsOptions) {
  const store = createStore<RowEditsState>(() => ({ byId: {}, sending: 0, savedAt: 0 }))
  const undo = makeUndoStack()
  const writes = writesOf(queryClient, itemId)
  const changed = new Map<number, ChangedRow>()
  const sending = new Set<Promise<unknown>>()

  function of(id: number): RowEdit {
    return store.getState().byId[id] ?? UNCHANGED
  }

  function put(id: number, edit: RowEdit): void {
    store.setState(({ byId }) => ({ byId: { ...byId, [id]: edit } }))
  }

  function note(id: number, event: RowEvent, failure?: Failure): void {
    const mark = markRow(of(id).mark, event)
    if (mark !== 'gone') put(id, { mark, failure })
  }

  /** Saves the input of a cell, or of half a name. */
  function edit(row: Recipient, column: Column, typed: string, half?: NameHalf): void {
    const change = half ? { [half]: typed.trim() } : column.change(typed)
    if ('problem' in change) {
      const { problem: message, suggestion } = change
      note(row.id, 'edit', { column: column.key, typed, message, suggestion })
      return
    }
    const isUntouched = half === undefined && typed.trim() === column.text(row).trim()
    if (isSame(row, change) || (isUntouched && !isFix(row, change))) {
      if (of(row.id).failure) note(row.id, 'revert')
      return
    }
    void saveUndoably(row, change, { column: column.key, typed })
  }

  /** Whether parsing the same text again fixes it: "Prince" alone is a first name. */
  function isFix(row: Recipient, change: RecipientChange): boolean {
    return countErrors(judge(row, change)) < countErrors(row)
  }

  /** Saves a change of one row. @throws {ApiProblem} unless a cell shows it */
  async function saveUndoably(row: Recipient, change: RecipientChange, at?: WrittenAt): Promise<void> {
    const before = findRow(queryClient, itemId, row.id) ?? row
    const inverse = inverseOf(before, change)
    const i18n = pageTexts()
    const done = undo.push({
      undone: i18n.t('{name} was restored', { name: rowName(before) }),
      undo: async () => {
        await save(findRow(queryClient, itemId, row.id) ?? before, inverse)
      },
    })
    const isSaved = await save(before, change, at).catch((cause: unknown) => {
      undo.forget(done)
      throw cause
    })
    if (isSaved === 'failed') undo.forget(done)
  }

  /** If it fails, the row is reverted and the input stays in its cell. */
  async function save(row: Recipient, change: RecipientChange, at?: WrittenAt): Promise<'saved' | 'failed'> {
    note(row.id, 'edit')
    try {
      const isLast = await write(row, change, (shown) => judge(shown, change))
      if (isLast) note(row.id, 'saved')
      queryClient.invalidateQueries({ queryKey: ['card-items'] })
      queryClient.removeQueries({ queryKey: ['recipients', itemId, 'at'] })
      return 'saved'
    } catch (cause) {
      console.error('Failed to save a recipient', cause)
      if (!at) {
        note(row.id, 'revert')
        throw cause
      }
      const message = Object.values(fieldErrors(cause))[0] ?? (cause as Error).message
      const again = () => void saveUndoably(row, change, at)
      note(row.id, 'edit', { ...at, message, again, isOffline: isOffline(cause) })
      return 'failed'
    }
  }

  /** Marks a warned-about value as right: the warning stays away until the recipient changes. */
  async function keep(row: Recipient, code: string): Promise<void> {
    const known = findRow(queryClient, itemId, row.id) ?? row
    const i18n = pageTexts()
    const done = undo.push({
      undone: i18n.t('{name} needs to be checked again', { name: rowName(row) }),
      undo: () => answer(findRow(queryClient, itemId, row.id) ?? known, known.keptWarnings),
    })
    await answer(known, [...known.keptWarnings, code]).catch((cause: unknown) => {
      undo.forget(done)
      throw cause
    })
  }

  /** Hides the warning at once; the answer has the remaining problems. */
  async function answer(row: Recipient, keptWarnings: string[]): Promise<void> {
    const isLeft = ({ code }: Recipient['problems'][number]) => !keptWarnings.includes(code)
    try {
      await write(row, { keptWarnings }, (shown) => ({
        ...shown,
        keptWarnings,
        problems: shown.problems.filter(isLeft),
      }))
    } catch (cause) {
      console.error('Failed to dismiss a warning', cause)
      throw cause
    }
  }

  /**
   * Shows a change of one row at once, and the server's version when it answers. Unanswered
   * changes stay on top of it.
   *
   * @returns whether it was the row's last unanswered change
   * @throws {ApiProblem} after reverting the row
   */
  async function write(
    row: Recipient,
    body: PatchBody,
    apply: (shown: Recipient) => Recipient,
  ): Promise<boolean> {
    const known = changed.get(row.id) ?? { server: findRow(queryClient, itemId, row.id) ?? row, onTheWay: [] }
    changed.set(row.id, known)
    known.onTheWay.push(apply)
    show(row.id)
    try {
      const { alsoChanged, ...saved } = await sent(() =>
        call(api.patchRecipient, { params: { id: row.id }, body }),
      )
      for (const other of [saved, ...alsoChanged]) confirm(other)
    } finally {
      known.onTheWay.splice(known.onTheWay.indexOf(apply), 1)
      show(row.id)
      if (known.onTheWay.length === 0) changed.delete(row.id)
    }
    return known.onTheWay.length === 0
  }

  function confirm(row: Recipient): void {
    const known = changed.get(row.id)
    if (known) known.server = row
    else replaceRow(queryClient, itemId, row, everyoneCents())
  }

  function show(id: number): void {
    const known = changed.get(id)
    if (!known) return
    const shown = known.onTheWay.reduce((row, apply) => apply(row), known.server)
    replaceRow(queryClient, itemId, shown, everyoneCents())
  }

  /** Sends a change after those before it, and counts it, so that the page can show and await it. */
  async function sent<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    const request = writes.write(send)
    sending.add(request)
    store.setState({ sending: sending.size })
    try {
      const answer = await request
      store.setState({ savedAt: Date.now() })
      void refreshOrders(queryClient)
      return answer
    } finally {
      sending.delete(request)
      store.setState({ sending: sending.size })
    }
  }

  return {
    store,
    undo,
    of,
    edit,
    save: saveUndoably,
    keep: (row: Recipient, code: string) => keep(row, code).catch(() => undefined),
    sent,
    /** Sends changes again that failed without a connection. */
    retryOffline: () => {
      for (const { failure } of Object.values(store.getState().byId))
        if (failure?.isOffline) failure.again?.()
    },
    markDeleted: (ids: readonly number[], isDeleted: boolean) => {
      const edits = ids.map((id) => [id, { mark: isDeleted ? 'deleted' : 'unchanged' }] as const)
      store.setState(({ byId }) => ({ byId: { ...byId, ...Object.fromEntries(edits) } }))
    },
    /** Removes people from the sums while their rows are still visible. @returns a function that undoes it */
    countOut: (ids: readonly number[]) => {
      const rows = ids.flatMap((id) => findRow(queryClient, itemId, id) ?? [])
      changeSums(queryClient, itemId, { before: rows, after: [] }, everyoneCents())
      return () => changeSums(queryClient, itemId, { before: [], after: rows }, everyoneCents())
    },
    /** Discards a failed change. */
    dismiss: (id: number) => note(id, 'revert'),
    /** Waits for all changes. @throws if a change is not saved */
    async flush(): Promise<void> {
      await Promise.allSettled(sending)
      const failed = countFailed(store.getState().byId)
      if (failed > 0) throw new Error(notSaved(failed))
    },
  }
}

export function countFailed(byId: Readonly<Record<number, RowEdit>>): number {
  return Object.values(byId).filter(({ failure }) => failure !== undefined).length
}

function rowName(row: Recipient): string {
  const i18n = pageTexts()

  return nameOf(row) || i18n.t('Row {position}', { position: row.position })
}

function notSaved(failed: number): string {
  const i18n = pageTexts()

  return failed === 1
    ? i18n.t('One change isn’t saved yet. Try it again, or leave the row as it was.')
    : i18n.t('{failed, number} changes aren’t saved yet. Try them again, or leave the rows as they were.', {
        failed,
      })
}

function countErrors({ problems }: Recipient): number {
  return problems.filter(({ severity }) => severity === 'error').length
}

export function useRowEdits(
  itemId: number,
  rewardType: RewardType,
  limits: Pick<SiteLimits, 'minValueCents' | 'maxValueCents'>,
  everyoneCents: number | null,
): RowEdits {
  const queryClient = useQueryClient()
  const latest = useRef({ limits, everyoneCents })
  latest.current = { limits, everyoneCents }
  const [edits] = useState(() => {
    const made = makeRowEdits({
      queryClient,
      itemId,
      everyoneCents: () => latest.current.everyoneCents,
      judge: (row, change) => changedRow(row, change, rewardType, latest.current.limits),
    })
    restoreCells(made, itemId)
    return made
  })
  useEffect(() => edits.store.subscribe(({ byId }) => rememberCells(byId)), [edits])
  useEffect(() => {
    window.addEventListener('online', edits.retryOffline)
    return () => window.removeEventListener('online', edits.retryOffline)
  }, [edits])

  return edits
}

/** Remembers input that failed to save for the next visit. */
function rememberCells(byId: Readonly<Record<number, RowEdit>>): void {
  const cells = Object.entries(byId).flatMap(([id, { failure }]) =>
    failure
      ? [[id, { column: failure.column, typed: failure.typed, message: failure.message }] as const]
      : [],
  )
  if (cells.length > 0 || unsavedOf().rows) rememberUnsaved({ rows: Object.fromEntries(cells) })
}

function restoreCells(edits: RowEdits, itemId: number): void {
  const cells = Object.entries(unsavedOf(itemId).rows ?? {}).flatMap(([id, cell]) => {
    const column = COLUMN_KEYS.find((key) => key === cell.column)
    return column ? [[id, { mark: 'edited', failure: { ...cell, column } }] as const] : []
  })
  if (cells.length > 0) edits.store.setState({ byId: Object.fromEntries(cells) })
}
