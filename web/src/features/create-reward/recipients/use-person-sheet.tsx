import { api } from '@laurel/contract/routes'
import type { SiteLimits } from '@laurel/domain/limits'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Modal } from '../../../parts/Modal.tsx'
import type { CardItem } from '../create-reward.queries.ts'
import type { RecipientChange } from './columns.ts'
import { PersonForm } from './PersonForm.tsx'
import type { Recipient } from './recipients.queries.ts'
import { refreshList } from './recipients-cache.ts'
import type { RowEdits } from './row-edits.ts'

type PersonSheetOptions = {
  item: CardItem
  edits: RowEdits
  limits: Pick<SiteLimits, 'minValueCents' | 'maxValueCents'>
  everyoneCents: number | null
}
type PersonSheet = {
  add: () => void
  edit: (row: Recipient) => void
  /** Marks somebody as removed, with a toast that takes it back. */
  remove: (row: Recipient) => void
  open: ReactNode
}

/** One person in a sheet: to add them, or where a row has no room to be edited in. */
export function usePersonSheet({ item, edits, limits, everyoneCents }: PersonSheetOptions): PersonSheet {
  const queryClient = useQueryClient()
  const [shown, setShown] = useState<Recipient | 'new' | null>(null)
  const close = () => setShown(null)

  async function add(values: RecipientChange, idempotencyKey: string) {
    const created = await call(api.createRecipient, {
      body: { cardItemId: item.id, ...values },
      idempotencyKey,
    })
    edits.markNew(created.id)
    await refreshList(queryClient, item.id)
    const name = nameOf(created)
    showToast({ title: `${name} is on the list`, text: `Row ${created.position}.` })
  }

  function remove(row: Recipient) {
    close()
    edits.remove(row.id)
    showToast({
      tone: 'plain',
      title: `${nameOf(row)} removed`,
      text: 'They leave this list only.',
      onUndo: () => {
        if (!edits.restore(row.id)) void putBack(row)
      },
    })
  }

  /** They had left already: they come back at the end of the list. */
  async function putBack({ id: _, position: __, ...row }: Recipient) {
    const { firstName, lastName, email, address1, address2, city, state, zip, amountCents, message } = row
    const values = { firstName, lastName, email, address1, address2, city, state, zip, amountCents, message }
    await call(api.createRecipient, { body: { cardItemId: item.id, ...values } }).catch((cause: unknown) => {
      console.error('Failed to put a recipient back', cause)
      showToast({ tone: 'bad', title: `${nameOf(row)} could not be put back`, text: 'Add them again.' })
    })
    await refreshList(queryClient, item.id)
  }

  const isNew = shown === 'new'
  return {
    add: () => setShown('new'),
    edit: setShown,
    remove,
    open: (
      <Modal isOpen={shown !== null} onClose={close} title={isNew ? 'Add one person' : 'Change this person'}>
        {shown !== null && (
          <PersonForm
            rewardType={item.rewardTypeData.name}
            limits={limits}
            everyoneCents={everyoneCents}
            person={isNew ? undefined : shown}
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

function nameOf({ firstName, lastName }: Pick<Recipient, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`.trim() || 'One person'
}
