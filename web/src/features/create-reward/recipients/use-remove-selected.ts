import { openModal } from '../../../app/modal-store.ts'
import { count, plural } from '../../../parts/format.ts'
import type { ListChanges } from './list-changes.ts'
import type { ListView } from './recipients.queries.ts'
import type { SelectionAtHand } from './use-selection.ts'

type RemoveSelectedOptions = { selection: SelectionAtHand; changes: ListChanges; view: ListView }

/** Asks, then removes who is selected; the toast that says so takes it back. */
export function useRemoveSelected({ selection, changes, view }: RemoveSelectedOptions): () => void {
  return () => {
    const { size } = selection
    if (size === 0) return
    openModal('confirm-dialog', {
      title: `Remove ${plural(size, 'person', 'people')}?`,
      text: 'Other lists and orders don’t change.',
      confirm: `Remove ${count(size)}`,
      cancel: size === 1 ? 'Keep this person' : 'Keep them',
      danger: true,
      onConfirm: async () => {
        await changes.remove(selection.selection, view)
        selection.end()
      },
    })
  }
}
