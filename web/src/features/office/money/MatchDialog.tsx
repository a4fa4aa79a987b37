import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { call } from '../../../app/call.ts'
import { RadioChoice } from '../../../parts/RadioChoice.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { type Funds, officeQueries } from '../office.queries.ts'
import { useDecision } from '../order/use-decision.ts'
import { customerName } from '../orders/order-words.ts'

/** Says which order money belongs to; at first those that wait for money are offered. */
export function MatchDialog({ funds, onClose }: { funds: Funds; onClose: () => void }) {
  const [text, setText] = useState('')
  const [orderId, setOrderId] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>()
  const searched = useDeferredValue(text.trim())
  const { data } = useQuery(
    officeQueries.orders(
      searched === '' ? { status: ['pending_payment'], pageSize: 5 } : { search: searched, pageSize: 5 },
    ),
  )
  const orders = data?.results ?? []
  const chosen = orders.find(({ id }) => String(id) === orderId)
  const match = useDecision({
    decide: (idempotencyKey) =>
      call(api.matchFunds, {
        params: { id: funds.id },
        body: { orderId: Number(orderId) },
        idempotencyKey,
      }),
    done: `${formatCents(funds.amountCents)} counts for order ${chosen?.number ?? ''}`,
    onClose,
  })

  function submit() {
    match.reset()
    setErrors(chosen ? {} : { order: 'Choose the order it is for.' })
    if (chosen) match.mutate()
  }

  return (
    <OfficeDialog
      title={`Match ${formatCents(funds.amountCents)}`}
      lead={
        <p>{[funds.payer || 'Payer not named', funds.reference, funds.note].filter(Boolean).join('. ')}</p>
      }
      submit={chosen ? `Match to order ${chosen.number}` : 'Match'}
      isPending={match.isPending}
      problem={match.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Order, customer or reference"
        type="search"
        value={text}
        onChange={setText}
        maxLength={100}
        autoComplete="off"
      />
      {orders.length > 0 && (
        <RadioChoice
          label="Which order?"
          value={orderId}
          onChange={setOrderId}
          error={chosen ? undefined : errors?.order}
          options={orders.map((order) => ({
            value: String(order.id),
            title: `${order.number}, ${customerName(order.customer)}`,
            detail: order.totalCents === funds.amountCents ? 'The same amount' : undefined,
            aside: formatCents(order.totalCents),
          }))}
        />
      )}
      {data && orders.length === 0 && (
        <p className="text-muted">
          {searched === '' ? 'No order waits for money. Search for another one.' : 'No order fits.'}
        </p>
      )}
    </OfficeDialog>
  )
}
