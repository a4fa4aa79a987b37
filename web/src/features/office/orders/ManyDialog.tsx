import { api } from '@laurel/contract/routes'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { freshKey } from '../../../app/fresh-key.ts'
import { plural } from '../../../parts/format.ts'
import { TextArea } from '../../../parts/TextArea.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { type OfficeOrderLine, refreshOffice } from '../office.queries.ts'
import { keepPlace } from '../use-decision.ts'
import { MANY_WORDS, type ManyAction, type Outcome } from './many-words.ts'

type ManyDialogProps = {
  action: ManyAction
  orders: readonly OfficeOrderLine[]
  onClose: () => void
  onDone: (outcome: Outcome) => void
}

/** One decision about many orders, as they stood when they were chosen. */
export function ManyDialog({ action, orders, onClose, onDone }: ManyDialogProps) {
  const [words, setWords] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>()
  const [key] = useState(freshKey)
  const queryClient = useQueryClient()
  const { title, submit, lead, label } = MANY_WORDS[action]
  const isNeeded = action !== 'approve'
  const decide = useMutation({
    mutationFn: () =>
      call(api.decideAboutOrders, {
        body: {
          action,
          words: words.trim(),
          orders: orders.map(({ id, status }) => ({ id, seenStatus: status })),
        },
        idempotencyKey: key,
      }),
    onSuccess: async (answer) => {
      onDone({ ...answer, action })
      onClose()
      keepPlace()
      await refreshOffice(queryClient)
    },
  })
  return (
    <OfficeDialog
      title={title(plural(orders.length, 'order'))}
      lead={<p>{lead}</p>}
      submit={submit}
      isPending={decide.isPending}
      problem={decide.error}
      errors={errors}
      onSubmit={() => {
        decide.reset()
        const isMissing = isNeeded && words.trim() === ''
        setErrors(isMissing ? { words: FIELD_REQUIRED } : {})
        if (!isMissing) decide.mutate()
      }}
      onClose={onClose}
    >
      <TextArea
        label={label}
        name="words"
        value={words}
        onChange={setWords}
        rows={3}
        maxLength={500}
        isRequired={isNeeded}
      />
    </OfficeDialog>
  )
}
