import { CircleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { count, plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Spinner } from '../../../parts/Spinner.tsx'
import type { CardItem } from '../create-reward.queries.ts'
import { SaveStatus } from '../SaveStatus.tsx'
import { countFailed, type RowEdits } from './row-edits.ts'
import type { RecipientList } from './use-recipient-list.ts'

type ListStatusProps = {
  /** What keeps the card out of the cart, as the cart will say it. */
  missing: CardItem['missing']
  list: Pick<RecipientList, 'attentionCount' | 'totalCount'>
  edits: RowEdits
}

/** Whether the list is kept as it is on screen, and what it still needs. */
export function ListStatus({ missing, list, edits }: ListStatusProps) {
  const { attentionCount: attention, totalCount: total } = list
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
  const open = [
    ...(attention > 0
      ? [`${plural(attention, 'person needs', 'people need')} attention before checkout.`]
      : []),
    ...missing.filter(({ field }) => isOfList(field)).map(({ message }) => message),
  ]
  if (total > 0 && open.length > 0) {
    return <p>You can write the message now. {open.join(' ')}</p>
  }
  return total === 0 ? <p>Add at least one person to go on.</p> : <SaveStatus />
}

function isOfList(field: string): boolean {
  return field === 'recipients' || field === 'amount_cents'
}
