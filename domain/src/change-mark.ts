/** How a row changed since it was loaded. docs/spec.md §3, "Item change marks". */
export const CHANGE_MARKS = ['new', 'deleted', 'edited', 'unchanged'] as const
export type ChangeMark = (typeof CHANGE_MARKS)[number]

/** What a customer, or the server's answer, does to a row. `revert` restores its loaded values. */
export type RowEvent = 'edit' | 'delete' | 'restore' | 'revert' | 'saved'

/** The row leaves the grid. */
export type Gone = 'gone'

const MARKS: Readonly<Record<ChangeMark, Readonly<Record<RowEvent, ChangeMark | Gone>>>> = {
  // A new row was never saved, so deleting it sends nothing to the server.
  new: { edit: 'new', delete: 'gone', restore: 'new', revert: 'new', saved: 'unchanged' },
  unchanged: {
    edit: 'edited',
    delete: 'deleted',
    restore: 'unchanged',
    revert: 'unchanged',
    saved: 'unchanged',
  },
  edited: { edit: 'edited', delete: 'deleted', restore: 'edited', revert: 'unchanged', saved: 'unchanged' },
  // A restored row may have been edited before: saving it once too often is harmless, losing the edit isn't.
  deleted: { edit: 'deleted', delete: 'deleted', restore: 'edited', revert: 'unchanged', saved: 'gone' },
}

/** A row's mark after an event, or `gone` if it leaves the grid. */
export function markRow(mark: ChangeMark, event: RowEvent): ChangeMark | Gone {
  return MARKS[mark][event]
}
