import { api } from '@laurel/contract/routes'
import { type ChangeMark, markRow, type RowEvent } from '@laurel/domain/change-mark'
import type { QueryClient } from '@tanstack/react-query'
import { createStore } from 'zustand/vanilla'
import { ApiProblem, fieldErrors } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import type { Column, ColumnKey, RecipientChange } from './columns.ts'
import type { Recipient } from './recipients.queries.ts'
import { findRow, refreshList, replaceRow } from './recipients-cache.ts'

/** A change that could not be kept: what was typed stays in its cell, with the reason. */
export type Failure = {
  column: ColumnKey
  typed: string
  message: string
  /** Absent when the text itself is wrong: sending it again would not help. */
  again?: () => void
}
export type RowEdit = { mark: ChangeMark; failure?: Failure | undefined }
type RowEditsState = { byId: Readonly<Record<number, RowEdit>> }

type RowEditsOptions = {
  queryClient: QueryClient
  itemId: number
  everyoneCents: () => number | null
  /** The row as the change will leave it, judged at once. */
  judge: (row: Recipient, change: RecipientChange) => Recipient
}

export type RowEdits = ReturnType<typeof makeRowEdits>

const UNCHANGED: RowEdit = { mark: 'unchanged' }
/** A little longer than the toast with "Undo" stands. */
const REMOVE_AFTER_MS = 7_000
const REMOVALS_AT_ONCE = 4

/** The changes of one visit to a list: shown at once, sent at once, and told where they failed. */
export function makeRowEdits({ queryClient, itemId, everyoneCents, judge }: RowEditsOptions) {
  const store = createStore<RowEditsState>(() => ({ byId: {} }))
  const attempts = new Map<number, number>()
  const sending = new Set<Promise<unknown>>()
  const removals = new Map<number, ReturnType<typeof setTimeout>>()

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

  /** What was typed into a cell. */
  function edit(row: Recipient, column: Column, typed: string): void {
    if (typed.trim() === column.text(row).trim()) {
      if (of(row.id).failure) note(row.id, 'revert')
      return
    }
    const change = column.change(typed, row)
    if ('problem' in change) {
      note(row.id, 'edit', { column: column.key, typed, message: change.problem })
      return
    }
    void save(row, change, { column: column.key, typed })
  }

  /** Saves a change of one row. Failing, the row is as before and what was typed stays at its cell. */
  async function save(
    row: Recipient,
    change: RecipientChange,
    at?: { column: ColumnKey; typed: string },
  ): Promise<void> {
    const attempt = (attempts.get(row.id) ?? 0) + 1
    attempts.set(row.id, attempt)
    const before = findRow(queryClient, itemId, row.id) ?? row
    note(row.id, 'edit')
    replaceRow(queryClient, itemId, judge(before, change), everyoneCents())
    const request = call(api.patchRecipient, { params: { id: row.id }, body: change })
    sending.add(request)
    try {
      const saved = await request
      if (attempts.get(row.id) !== attempt) return
      replaceRow(queryClient, itemId, saved, everyoneCents())
      note(row.id, 'saved')
      queryClient.invalidateQueries({ queryKey: ['card-items'] })
      queryClient.removeQueries({ queryKey: ['recipients', itemId, 'at'] })
    } catch (cause) {
      console.error('Failed to save a recipient', cause)
      replaceRow(queryClient, itemId, before, everyoneCents())
      if (!at) {
        note(row.id, 'revert')
        throw cause
      }
      const message = Object.values(fieldErrors(cause))[0] ?? (cause as Error).message
      const again = () => void save(before, change, at)
      note(row.id, 'edit', { ...at, message, again })
    } finally {
      sending.delete(request)
    }
  }

  /** Marks a person as removed. They leave the list a little later, unless restored. */
  function remove(id: number): void {
    note(id, 'delete')
    const timer = setTimeout(() => void commit(id).catch(() => undefined), REMOVE_AFTER_MS)
    removals.set(id, timer)
  }

  /** Takes a removal back. @returns false when the person has left already */
  function restore(id: number): boolean {
    const timer = removals.get(id)
    if (timer === undefined) return false
    clearTimeout(timer)
    removals.delete(id)
    put(id, UNCHANGED)
    return true
  }

  async function commit(id: number): Promise<void> {
    clearTimeout(removals.get(id))
    removals.delete(id)
    try {
      await deleteOnServer(id)
    } catch (cause) {
      console.error('Failed to remove a recipient', cause)
      put(id, UNCHANGED)
      throw cause
    }
    await refreshList(queryClient, itemId)
  }

  /** Removes many at once. @throws after the first that cannot be removed; those before it have left */
  async function removeMany(ids: readonly number[], onRemoved: (count: number) => void): Promise<void> {
    let removed = 0
    try {
      for (let start = 0; start < ids.length; start += REMOVALS_AT_ONCE) {
        const some = ids.slice(start, start + REMOVALS_AT_ONCE)
        await Promise.all(some.map(deleteOnServer))
        removed += some.length
        onRemoved(removed)
      }
    } finally {
      await refreshList(queryClient, itemId)
    }
  }

  return {
    store,
    of,
    edit,
    save,
    remove,
    restore,
    removeMany,
    /** A person this visit has added. */
    markNew: (id: number) => put(id, { mark: 'new' }),
    /** Puts away a change that failed. */
    dismiss: (id: number) => note(id, 'revert'),
    /** Carries out what waits: before the next step needs the list as it is. */
    async flush(): Promise<void> {
      await Promise.all([...[...removals.keys()].map(commit), ...[...sending].map(settled)])
    },
  }
}

/** Somebody who has left already is as good as removed. */
async function deleteOnServer(id: number): Promise<void> {
  try {
    await call(api.deleteRecipient, { params: { id } })
  } catch (cause) {
    if (!(cause instanceof ApiProblem && cause.code === 'not_found')) throw cause
  }
}

function settled(request: Promise<unknown>): Promise<void> {
  return request.then(
    () => undefined,
    () => undefined,
  )
}
