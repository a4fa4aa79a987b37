/** What became of a row since it was loaded. docs/spec.md §3, "Item change marks". */
export const CHANGE_MARKS = ['new', 'deleted', 'edited', 'unchanged'] as const
export type ChangeMark = (typeof CHANGE_MARKS)[number]

/** What a customer, or the server's answer, does to a row. `revert` puts its loaded values back. */
export type RowEvent = 'edit' | 'delete' | 'restore' | 'revert' | 'saved'

/** The row leaves the grid. */
export type Gone = 'gone'

const MARKS: Readonly<Record<ChangeMark, Readonly<Record<RowEvent, ChangeMark | Gone>>>> = {
  // A new row was never saved, so deleting it leaves nothing to tell the server.
  new: { edit: 'new', delete: 'gone', restore: 'new', revert: 'new', saved: 'unchanged' },
  unchanged: {
    edit: 'edited',
    delete: 'deleted',
    restore: 'unchanged',
    revert: 'unchanged',
    saved: 'unchanged',
  },
  edited: { edit: 'edited', delete: 'deleted', restore: 'edited', revert: 'unchanged', saved: 'unchanged' },
  // Restored it may carry an edit made before: saving it once too often is harmless, losing the edit is not.
  deleted: { edit: 'deleted', delete: 'deleted', restore: 'edited', revert: 'unchanged', saved: 'gone' },
}

/** The mark a row bears after an event, or `gone` when it leaves the grid. */
export function markRow(mark: ChangeMark, event: RowEvent): ChangeMark | Gone {
  return MARKS[mark][event]
}

/** How many rows bear each mark. */
export function tallyMarks(marks: Iterable<ChangeMark>): Record<ChangeMark, number> {
  const tally = { new: 0, deleted: 0, edited: 0, unchanged: 0 }
  for (const mark of marks) tally[mark] += 1
  return tally
}

/** Is there anything to save? */
export function hasChanges(marks: Iterable<ChangeMark>): boolean {
  for (const mark of marks) if (mark !== 'unchanged') return true
  return false
}
