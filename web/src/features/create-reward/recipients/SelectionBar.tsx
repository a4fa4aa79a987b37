import type { SiteLimits } from '@laurel/domain/limits'
import type { RewardType } from '@laurel/domain/reward-type'
import { CircleDollarSign, MessageSquareText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Modal } from '../../../parts/Modal.tsx'
import { GiveForm } from './GiveForm.tsx'
import type { ListChanges } from './list-changes.ts'
import type { ListView } from './recipients.queries.ts'
import type { SelectionAtHand } from './use-selection.ts'

type SelectionBarProps = {
  view: ListView
  /** How many the view shows. */
  total: number
  rewardType: RewardType
  limits: Pick<SiteLimits, 'minValueCents' | 'maxValueCents'>
  everyoneCents: number | null
  selection: SelectionAtHand
  changes: ListChanges
  onRemove: () => void
}

/** What can be done with those who are selected. */
export function SelectionBar({ view, total, selection, changes, onRemove, ...form }: SelectionBarProps) {
  const [giving, setGiving] = useState<'value' | 'message' | null>(null)
  const people = selection.size === 1 ? 'one person' : `${count(selection.size)} people`
  return (
    <>
      <div
        role="status"
        className="sticky top-0 z-4 mb-3.5 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-accent-tint px-4 py-1"
      >
        <span className="me-1">
          <b className="font-semibold">{count(selection.size)}</b> selected
        </span>
        {selection.size < total && (
          <Button size="compact" look="plain" onClick={selection.selectAll}>
            Select all {count(total)}
          </Button>
        )}
        <Button size="compact" look="plain" onClick={selection.clear}>
          Clear
        </Button>
        <span className="ms-auto flex flex-wrap gap-2">
          <Button size="compact" onClick={() => setGiving('value')}>
            <Icon of={CircleDollarSign} size={18} />
            Set value
          </Button>
          <Button size="compact" onClick={() => setGiving('message')}>
            <Icon of={MessageSquareText} size={18} />
            Set message
          </Button>
          <Button size="compact" look="danger" onClick={onRemove}>
            <Icon of={Trash2} size={18} />
            Remove {count(selection.size)}
          </Button>
        </span>
      </div>
      <Modal
        isOpen={giving !== null}
        onClose={() => setGiving(null)}
        title={giving === 'message' ? `A message for ${people}` : `A value for ${people}`}
      >
        {giving && (
          <GiveForm
            {...form}
            what={giving}
            count={selection.size}
            onGive={async (given) => {
              await changes.give(selection.selection, view, given)
              setGiving(null)
            }}
          />
        )}
      </Modal>
    </>
  )
}
