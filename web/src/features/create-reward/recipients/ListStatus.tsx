import { CircleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { count, plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Spinner } from '../../../parts/Spinner.tsx'
import { SaveStatus } from '../SaveStatus.tsx'
import { countFailed, type RowEdits } from './row-edits.ts'
import type { RecipientList } from './use-recipient-list.ts'

type ListStatusProps = {
  list: Pick<RecipientList, 'attentionCount' | 'valuelessCount' | 'totalCount'>
  edits: RowEdits
}

/** Whether the list is kept as it is on screen, and what it still needs. */
export function ListStatus({ list, edits }: ListStatusProps) {
  const { attentionCount: attention, valuelessCount: valueless, totalCount: total } = list
  const isSending = useStore(edits.store, ({ sending }) => sending > 0)
  const failed = useStore(edits.store, ({ byId }) => countFailed(byId))
  if (failed > 0) {
    return (
      <p role="status" className="flex items-center gap-3 text-bad">
        <Icon of={CircleAlert} />
        {failed === 1 ? 'One change is' : `${count(failed)} changes are`} not saved yet.
      </p>
    )
  }
  if (isSending) {
    return (
      <p className="flex items-center gap-3">
        <Spinner label="Saving" />
        Saving
      </p>
    )
  }
  if (total > 0 && attention > 0) {
    return (
      <p>
        You can go on now. {plural(attention, 'person', 'people')} must be fixed or removed before you pay.
      </p>
    )
  }
  if (total > 0 && valueless > 0) {
    return (
      <p>
        You can go on now. {plural(valueless, 'person needs', 'people need')} a value before you pay: one of
        their own, or everyone’s.
      </p>
    )
  }
  return total === 0 ? <p>Add at least one person to go on.</p> : <SaveStatus />
}
