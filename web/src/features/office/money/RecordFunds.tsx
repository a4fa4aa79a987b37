import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { freshKey } from '../../../app/fresh-key.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { refreshOffice } from '../office.queries.ts'
import { wallNow } from '../times.ts'
import { fundsErrors, nextDraft, referenceWords } from './funds-draft.ts'

const KINDS = [
  { value: 'self_hosted_check', label: 'Check' },
  { value: 'self_hosted_bank', label: 'Transfer' },
] as const

/** One line of the bank's statement. A reference of ours finds its order by itself. */
export function RecordFunds() {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(() =>
    nextDraft({ methodCode: 'self_hosted_check', receivedOn: wallNow().date }),
  )
  const [key, setKey] = useState(freshKey)
  const [errors, setErrors] = useState<Record<string, string>>()
  const isCheck = draft.methodCode === 'self_hosted_check'
  const record = useMutation({
    mutationFn: () =>
      call(api.recordFunds, {
        body: { ...draft, amountCents: draft.amountCents ?? 0, reference: draft.reference.trim() },
        idempotencyKey: key,
      }),
    onSuccess: async (funds) => {
      setDraft(nextDraft)
      setKey(freshKey())
      showToast({
        title: `${formatCents(funds.amountCents)} recorded`,
        text:
          funds.orderId === null ? 'It waits to be matched.' : `It counts for order ${funds.orderNumber}.`,
      })
      await refreshOffice(queryClient)
    },
  })
  const change = (changed: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...changed }))
    // Another content is another intent.
    setKey(freshKey())
  }
  const field = <Name extends keyof typeof draft>(name: Name) => ({
    name,
    value: draft[name],
    onChange: (value: (typeof draft)[Name]) => change({ [name]: value }),
  })

  function submit() {
    record.reset()
    const found = fundsErrors(draft)
    setErrors(found)
    if (Object.keys(found).length === 0) record.mutate()
  }

  return (
    <section aria-labelledby="record">
      <h2 id="record" className="mb-4 text-h3">
        Record money
      </h2>
      <Form onSubmit={submit} problem={record.error} errors={errors}>
        <Segment
          label="What came in"
          options={KINDS}
          value={draft.methodCode}
          onChange={(methodCode) => change({ methodCode })}
          fills
        />
        <MoneyField
          label="Amount"
          name="amountCents"
          cents={draft.amountCents}
          onChangeCents={(amountCents) => change({ amountCents })}
          isRequired
        />
        <TextField
          label="Reference"
          {...field('reference')}
          maxLength={60}
          autoComplete="off"
          hint={<ReferenceHint reference={draft.reference} />}
        />
        <TextField label="Day received" {...field('receivedOn')} type="date" isRequired />
        <TextField label="Payer (optional)" {...field('payer')} maxLength={120} autoComplete="off" />
        <TextField
          label={isCheck ? 'Check number (optional)' : 'Bank’s number (optional)'}
          {...field('documentNumber')}
          maxLength={60}
          autoComplete="off"
        />
        <TextField label="Note (optional)" {...field('note')} maxLength={500} />
        <Button type="submit" look="primary" isPending={record.isPending} className="mt-1">
          Record {isCheck ? 'check' : 'transfer'}
        </Button>
      </Form>
    </section>
  )
}

function ReferenceHint({ reference }: { reference: string }) {
  const known = referenceWords(reference)
  if (!known) return 'As the customer wrote it: R-10482-80.'
  return (
    <span className={`flex gap-1.5 ${known.isOurs ? 'text-good' : 'text-warn'}`}>
      {known.isOurs && <Icon of={CircleCheck} size={18} />}
      {known.words}
    </span>
  )
}
