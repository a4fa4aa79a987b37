import { api } from '@laurel/contract/routes'
import { BLANK_ROW, type RecipientRow } from '@laurel/domain/recipient-fields'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../../../app/call.ts'
import { pageTexts } from '../../../app/texts.ts'
import { closeToast, holdToast, releaseToast, showFailure, showToast } from '../../../app/toast-store.ts'
import { type Column, isSame, type RecipientChange } from './columns.ts'
import { EVERYONE, filterOf, type ListView, type Recipient } from './recipients.queries.ts'
import { refreshList } from './recipients-cache.ts'
import type { RowEdits } from './row-edits.ts'
import { nameOf } from './row-problems.ts'
import { EVERYBODY, type Selection } from './selection.ts'
import type { Undoable } from './undo-stack.ts'

/** The server's limit per request. */
const MOST_IDS = 10_000
const MOST_ROWS = 1_000
/** How long removed people stay visible, struck through: about as long as the toast with Undo. */
const GONE_AFTER_MS = 7_000

type ListChangesOptions = { queryClient: QueryClient; itemId: number; edits: RowEdits }
/** An amount (null means everyone's) or a message for many people. */
type Given = { amountCents?: number | null; message?: string }

/** A change for its toast: what it did, and whether to reload the list at once. */
type Told = Undoable & { did: string; text?: string; readAgain?: boolean }

export type ListChanges = ReturnType<typeof makeListChanges>

/** Changes of many people at once. Each is one step of undo. */
export function makeListChanges({ queryClient, itemId, edits }: ListChangesOptions) {
  let leaving: ReturnType<typeof setTimeout> | undefined
  /** Removed on the server but still visible, struck through. */
  let struck: number[] = []
  let last: Promise<unknown> = Promise.resolve()
  /** Toasts that offer Undo. */
  const offers: number[] = []

  /** Runs changes in sequence, so that Ctrl Z undoes a change in progress rather than the one before. */
  function inTurn<Answer>(change: () => Promise<Answer>): Promise<Answer> {
    const answer = last.then(change)
    last = answer.catch(() => undefined)
    return answer
  }

  async function refresh(): Promise<void> {
    clearTimeout(leaving)
    leaving = undefined
    const gone = struck
    struck = []
    await refreshList(queryClient, itemId)
    edits.markDeleted(gone, false)
  }

  async function undoOnServer(tokens: readonly string[]): Promise<void> {
    let kept = 0
    for (const undoToken of tokens.toReversed()) {
      kept += (await edits.sent(() => call(api.undoRecipientChange, { body: { undoToken } }))).keptCount
    }
    await refresh()
    if (kept === 0) return
    const i18n = pageTexts()
    showToast({
      tone: 'plain',
      title: i18n.t('{people, plural, one {# person stays} other {# people stay}} as they are now', {
        people: kept,
      }),
      text: i18n.t('They’ve changed since then.'),
    })
  }

  /** @returns the undo tokens */
  async function changeMany(
    action: 'set' | 'delete' | 'fix',
    { isAll, ids }: Selection,
    view: ListView,
    given: Given,
  ): Promise<{ tokens: string[]; changed: number }> {
    const tokens: string[] = []
    let changed = 0
    const whom = isAll ? [{ all: true, ...filterOf(view), exceptIds: [...ids] }] : inParts([...ids])
    for (const some of whom) {
      const body = { cardItemId: itemId, action, ...some, ...given }
      const answer = await edits.sent(() => call(api.bulkChangeRecipients, { body }))
      tokens.push(answer.undoToken)
      changed += answer.changedCount
    }
    return { tokens, changed }
  }

  /** Removes people, who are struck through at once and hidden a little later. @throws {ApiProblem} */
  async function remove(selection: Selection, view: ListView, name?: string): Promise<void> {
    const ids = selection.isAll ? [] : [...selection.ids]
    const countBack = edits.countOut(ids)
    edits.markDeleted(ids, true)
    const answer = await changeMany('delete', selection, view, {}).catch((cause: unknown) => {
      edits.markDeleted(ids, false)
      countBack()
      throw cause
    })
    void queryClient.invalidateQueries({ queryKey: ['card-items'] })
    queryClient.removeQueries({ queryKey: ['recipients', itemId, 'at'] })
    const i18n = pageTexts()
    const { changed } = answer
    const people = name || peopleText(changed)
    const isTold = tellUndoable({
      did: i18n.t('{people} removed', { people }),
      text: i18n.t('Other lists and orders don’t change.'),
      undone:
        changed === 1 ? i18n.t('{people} is back', { people }) : i18n.t('{people} are back', { people }),
      undo: () => undoOnServer(answer.tokens),
      readAgain: selection.isAll,
    })
    if (selection.isAll) return isTold
    struck = [...struck, ...ids]
    clearTimeout(leaving)
    leaving = setTimeout(() => void refresh(), GONE_AFTER_MS)
  }

  /** Sets an amount or a message. @throws {ApiProblem} */
  async function give(selection: Selection, view: ListView, given: Given): Promise<void> {
    const { tokens, changed } = await changeMany('set', selection, view, given)
    const i18n = pageTexts()
    const people = peopleText(changed)
    await tellUndoable({
      did: i18n.t('{people} changed', { people }),
      undone: i18n.t('{people} restored', { people }),
      undo: () => undoOnServer(tokens),
    })
  }

  /** Accepts all suggestions, or those for one kind of problem. */
  async function fix(code: string | undefined): Promise<void> {
    const view = { ...EVERYONE, only: code ?? EVERYONE.only }
    const { tokens, changed } = await changeMany('fix', EVERYBODY, view, {})
    const i18n = pageTexts()
    const people = peopleText(changed)
    await tellUndoable({
      did: i18n.t('{people} fixed', { people }),
      undone: i18n.t('{people} restored', { people }),
      undo: () => undoOnServer(tokens),
    })
  }

  /**
   * Writes cells from a spreadsheet over rows of the list, and adds rows past its end.
   *
   * @param cells for each row, then each column
   * @throws {ApiProblem}; the part already written stays and is undone in one step
   */
  async function writeBlock(
    rows: readonly Recipient[],
    columns: readonly Column[],
    cells: readonly (readonly string[])[],
  ): Promise<void> {
    const edited: Array<RecipientChange & { id: number }> = []
    for (const [index, row] of rows.entries()) {
      const change = readCells(columns, cells[index] ?? [], row)
      // Unreadable input stays in its cell, with the reason.
      for (const { column, typed } of change.unreadable) edits.edit(row, column, typed)
      if (!isSame(row, change.values)) edited.push({ id: row.id, ...change.values })
    }
    const added = cells
      .slice(rows.length)
      .filter((line) => line.some((cell) => cell.trim() !== ''))
      .map((line) => readCells(columns, line, BLANK_ROW).values)
    if (edited.length + added.length === 0) return

    const tokens: string[] = []
    try {
      for (let at = 0; at < Math.max(edited.length, added.length); at += MOST_ROWS) {
        const body = {
          cardItemId: itemId,
          edited: edited.slice(at, at + MOST_ROWS),
          added: added.slice(at, at + MOST_ROWS),
        }
        tokens.push((await edits.sent(() => call(api.editRecipients, { body }))).undoToken)
      }
    } finally {
      if (tokens.length > 0) {
        const i18n = pageTexts()
        const did = [
          edited.length > 0 &&
            i18n.t('{rows, plural, one {# row} other {# rows}} changed', { rows: edited.length }),
          added.length > 0 &&
            i18n.t('{people, plural, one {# person} other {# people}} added', { people: added.length }),
        ]
        await tellUndoable({
          did: sentenceOf(did),
          undone: i18n.t('Paste undone'),
          undo: () => undoOnServer(tokens),
        })
      } else await refresh()
    }
  }

  /** Offers Undo, then reloads the list; the toast's duration starts after that. */
  async function tellUndoable({ did, text, readAgain = true, ...undoable }: Told): Promise<void> {
    const done = edits.undo.push(undoable)
    const toast = showToast({
      title: did,
      ...(text !== undefined && { text }),
      onUndo: () => void tellUndone(() => inTurn(() => edits.undo.undo(done))),
    })
    offers.push(toast)
    if (!readAgain) return
    holdToast(toast)
    await refresh().finally(() => releaseToast(toast))
  }

  return {
    remove: (...whom: Parameters<typeof remove>) => inTurn(() => remove(...whom)),
    removeOne: (row: Recipient, view: ListView) => {
      const alone = { isAll: false, ids: new Set([row.id]) }
      const i18n = pageTexts()
      return told(inTurn(() => remove(alone, view, nameOf(row) || i18n.t('One person'))))
    },
    give: (...what: Parameters<typeof give>) => inTurn(() => give(...what)),
    /** Clears the values in view, so that everyone's applies. */
    giveEveryonesValue: (view: ListView) => told(inTurn(() => give(EVERYBODY, view, { amountCents: null }))),
    fix: (code: string | undefined) => told(inTurn(() => fix(code))),
    paste: (...block: Parameters<typeof writeBlock>) => told(inTurn(() => writeBlock(...block))),
    /** Withdraws Undo when the screen is left, because it would change a total unseen. */
    leave: () => {
      for (const toast of offers.splice(0)) closeToast(toast)
      if (leaving !== undefined) void refresh()
    },
    /** Undoes the newest change and says what it was. */
    undoLast: () =>
      tellUndone(async () => {
        const newest = await inTurn(edits.undo.undoLast)
        const i18n = pageTexts()
        showToast({ tone: 'plain', title: newest?.undone ?? i18n.t('There’s nothing left to undo') })
      }),
  }
}

function readCells(columns: readonly Column[], cells: readonly string[], row: RecipientRow) {
  const values: RecipientChange = {}
  const unreadable: Array<{ column: Column; typed: string }> = []
  for (const [at, typed] of cells.entries()) {
    const column = columns[at]
    if (!column || typed.trim() === column.text(row).trim()) continue
    const change = column.change(typed)
    if ('problem' in change) unreadable.push({ column, typed })
    else Object.assign(values, change)
  }
  return { values, unreadable }
}

function inParts(ids: readonly number[]): Array<{ ids: number[] }> {
  return Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, part) => ({
    ids: ids.slice(part * MOST_IDS, (part + 1) * MOST_IDS),
  }))
}

function peopleText(people: number): string {
  const i18n = pageTexts()

  return i18n.t('{people, plural, one {# person} other {# people}}', { people })
}

function sentenceOf(parts: ReadonlyArray<string | false>): string {
  return parts.filter((part) => part !== false).join(', ')
}

async function tellUndone(undo: () => Promise<unknown>): Promise<void> {
  const i18n = pageTexts()

  try {
    await undo()
  } catch (cause) {
    showFailure(i18n.t('We couldn’t undo that'), cause)
  }
}

async function told(change: Promise<void>): Promise<void> {
  const i18n = pageTexts()

  try {
    await change
  } catch (cause) {
    showFailure(i18n.t('We couldn’t change the list'), cause)
  }
}
