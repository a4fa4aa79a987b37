import { api } from '@laurel/contract/routes'
import type { SiteLimits } from '@laurel/domain/limits'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { count } from '../../../parts/format.ts'
import { Modal } from '../../../parts/Modal.tsx'
import type { CardItem } from '../create-reward.queries.ts'
import type { RecipientChange } from './columns.ts'
import { PersonForm } from './PersonForm.tsx'
import type { Recipient } from './recipients.queries.ts'
import { refreshList } from './recipients-cache.ts'
import type { RowEdits } from './row-edits.ts'
import { nameOf } from './row-problems.ts'

type PersonSheetOptions = {
  item: CardItem
  edits: RowEdits
  limits: Pick<SiteLimits, 'minValueCents' | 'maxValueCents'>
  everyoneCents: number | null
  onRemove: (row: Recipient) => void
}
type PersonSheet = {
  add: () => void
  /** @param field of the wire: where the focus is to be */
  edit: (row: Recipient, field?: string) => void
  open: ReactNode
}

/** One person in a sheet: to add them, or where a row has no room to be edited in. */
export function usePersonSheet({
  item,
  edits,
  limits,
  everyoneCents,
  onRemove,
}: PersonSheetOptions): PersonSheet {
  const queryClient = useQueryClient()
  const [shown, setShown] = useState<Recipient | 'new' | null>(null)
  const [startAt, setStartAt] = useState<string>()
  const close = () => setShown(null)

  async function add(values: RecipientChange, idempotencyKey: string) {
    const body = { cardItemId: item.id, ...values }
    const created = await edits.sent(() => call(api.createRecipient, { body, idempotencyKey }))
    await refreshList(queryClient, item.id)
    showToast({
      title: `${nameOf(created) || 'One person'} is on the list`,
      text: `Row ${count(created.position)}.`,
    })
  }

  function remove(row: Recipient) {
    close()
    onRemove(row)
  }

  const isNew = shown === 'new'
  return {
    add: () => setShown('new'),
    edit: (row, field) => {
      setStartAt(field)
      setShown(row)
    },
    open: (
      <Modal isOpen={shown !== null} onClose={close} title={isNew ? 'Add one person' : 'Change this person'}>
        {shown !== null && shown !== 'new' && <p className="text-muted text-small">{placeOf(shown)}</p>}
        {shown !== null && (
          <PersonForm
            rewardType={item.rewardTypeData.name}
            limits={limits}
            everyoneCents={everyoneCents}
            person={isNew ? undefined : shown}
            startAt={isNew ? undefined : startAt}
            onSave={async (values, key) => {
              if (isNew) await add(values, key)
              else await edits.save(shown, values)
            }}
            onDone={close}
            {...(!isNew && { onRemove: () => remove(shown) })}
          />
        )}
      </Modal>
    ),
  }
}

/** Rows are counted in the list; the file they came from counts its own, its headings included. */
function placeOf({ position, importRow }: Recipient): string {
  const inFile = importRow === null ? '' : `, row ${count(importRow)} of the file`
  return `Row ${count(position)} of the list${inFile}`
}
