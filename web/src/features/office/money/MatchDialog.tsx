import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { call } from '../../../app/call.ts'
import { RadioChoice } from '../../../parts/RadioChoice.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { type Funds, type MatchableOrder, officeQueries } from '../office.queries.ts'
import { customerName } from '../orders/order-words.ts'
import { useDecision } from '../use-decision.ts'

/** Says which order money belongs to. Only orders it can count for are offered, the likeliest first. */
export function MatchDialog({ funds, onClose }: { funds: Funds; onClose: () => void }) {
  const [text, setText] = useState('')
  const [orderId, setOrderId] = useState<string | null>(null)
  const [errors, setErrors] = useState<Record<string, string>>()
  const searched = useDeferredValue(text.trim())
  const { data } = useQuery(officeQueries.matchable(funds.id, searched))
  const orders = data ?? []
  const chosen = orders.find((order) => String(order.orderId) === orderId)
  const match = useDecision({
    decide: (idempotencyKey) =>
      call(api.matchFunds, {
        params: { id: funds.id },
        body: { orderId: Number(orderId) },
        idempotencyKey,
      }),
    done: `${formatCents(funds.amountCents)} counts for order ${chosen?.orderNumber ?? ''}`,
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
      submit={chosen ? `Match to order ${chosen.orderNumber}` : 'Match'}
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
            value: String(order.orderId),
            title: `${order.orderNumber}, ${customerName(order.customer)}`,
            detail: likeness(order, funds),
            aside: `${formatCents(order.dueCents)} due`,
          }))}
        />
      )}
      {data && orders.length === 0 && (
        <p className="text-muted">
          {searched === ''
            ? 'No order is waiting for a check or transfer. Search for a paid one.'
            : 'No order paid by check or transfer matches.'}
        </p>
      )}
    </OfficeDialog>
  )
}

/** What speaks for an order: the reference the payer wrote, the amount, or both. */
function likeness(order: MatchableOrder, funds: Funds): string | undefined {
  const found = [
    ...(order.isNearReference && funds.reference !== '' ? [`Closest reference: ${order.reference}`] : []),
    ...(order.isSameAmount ? ['Same amount'] : []),
  ]
  return found.length === 0 ? undefined : found.join('. ')
}
