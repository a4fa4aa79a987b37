import { api } from '@laurel/contract/routes'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { freshKey } from '../../../app/fresh-key.ts'
import { Checkbox } from '../../../parts/Checkbox.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { type OrderView, ordersQueries } from './orders.queries.ts'
import type { askedOf } from './orders-search.ts'

type ViewDialogProps = { onClose: () => void } & (
  | { view: OrderView; filters?: undefined }
  | { view?: undefined; filters: ReturnType<typeof askedOf> }
)

/** Names a view: a new one of what the list shows now, or one's own anew. */
export function ViewDialog({ view, filters, onClose }: ViewDialogProps) {
  const queryClient = useQueryClient()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.isShared ?? false)
  const [errors, setErrors] = useState<Record<string, string>>()
  const [key] = useState(freshKey)
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), isShared }
      return view
        ? call(api.patchOrderView, { params: { id: view.id }, body })
        : call(api.createOrderView, { body: { ...body, filters }, idempotencyKey: key })
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries(ordersQueries.views())
      onClose()
    },
  })
  return (
    <OfficeDialog
      title={view ? `Rename ${view.name}` : 'Save this view'}
      lead={
        <p>
          {view ? 'What it shows stays as it is.' : 'It keeps the search and the filters as they are now.'}
        </p>
      }
      submit={view ? 'Rename' : 'Save view'}
      isPending={save.isPending}
      problem={save.error}
      errors={errors}
      onSubmit={() => {
        save.reset()
        const isEmpty = name.trim() === ''
        setErrors(isEmpty ? { name: FIELD_REQUIRED } : {})
        if (!isEmpty) save.mutate()
      }}
      onClose={onClose}
    >
      <TextField label="Name" name="name" value={name} onChange={setName} maxLength={60} isRequired />
      <Checkbox isSelected={isShared} onChange={setShared}>
        Colleagues see it too
      </Checkbox>
    </OfficeDialog>
  )
}
