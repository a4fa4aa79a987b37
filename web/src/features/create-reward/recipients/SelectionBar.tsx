import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { openModal } from '../../../app/modal-store.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { count, plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Progress } from '../../../parts/Progress.tsx'
import { type ListView, listAllIds } from './recipients.queries.ts'
import type { RowEdits } from './row-edits.ts'

type SelectionBarProps = {
  itemId: number
  view: ListView
  /** How many the view shows. */
  total: number
  selected: ReadonlySet<number>
  onSelected: (ids: ReadonlySet<number>) => void
  edits: RowEdits
}

/** What can be done with those who are selected. */
export function SelectionBar({ itemId, view, total, selected, onSelected, edits }: SelectionBarProps) {
  const [removed, setRemoved] = useState<number>()
  const [isSelecting, setSelecting] = useState(false)
  const people = plural(selected.size, 'person', 'people')

  async function selectAll() {
    setSelecting(true)
    try {
      onSelected(new Set(await listAllIds(itemId, view)))
    } catch (cause) {
      console.error('Failed to select everybody', cause)
      showToast({ tone: 'bad', title: 'Not everybody could be selected', text: 'Try again in a moment.' })
    } finally {
      setSelecting(false)
    }
  }

  function ask() {
    openModal('confirm-dialog', {
      title: `Remove ${people}?`,
      text: 'They leave this list only.',
      confirm: `Remove ${count(selected.size)}`,
      cancel: selected.size === 1 ? 'Keep this person' : 'Keep them',
      danger: true,
      onConfirm: async () => {
        setRemoved(0)
        try {
          await edits.removeMany([...selected], setRemoved)
          showToast({ title: `${people} removed` })
          onSelected(new Set())
        } finally {
          setRemoved(undefined)
        }
      },
    })
  }

  return (
    <div
      role="status"
      className="mb-3.5 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-accent-tint px-4 py-1"
    >
      {removed === undefined ? (
        <>
          <span>
            <b className="font-semibold">{count(selected.size)}</b> selected
          </span>
          {selected.size < total && (
            <Button size="compact" look="plain" isPending={isSelecting} onClick={selectAll}>
              Select all {count(total)}
            </Button>
          )}
          <Button size="compact" look="plain" onClick={() => onSelected(new Set())}>
            Clear
          </Button>
          <Button size="compact" look="danger" className="ms-auto" onClick={ask}>
            <Icon of={Trash2} size={18} />
            Remove {count(selected.size)}
          </Button>
        </>
      ) : (
        <div className="grid flex-1 gap-1.5 py-1.5">
          <span className="text-small">
            {count(removed)} of {people} removed
          </span>
          <Progress label="Removing people" done={removed} total={selected.size} />
        </div>
      )}
    </div>
  )
}
