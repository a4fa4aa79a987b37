import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ListToDecide } from '../ListToDecide.tsx'
import { officeQueries, type Refund } from '../office.queries.ts'
import { RefundLine } from '../order/RefundLine.tsx'
import type { OpenSearch } from '../screen-searches.ts'

const WORDS = {
  open: 'Open',
  openHeading: 'Open refunds',
  allHeading: 'All refunds',
  lines: 'Refunds',
  changed:
    'A colleague has already decided about this refund, so we changed nothing. This is its current state.',
  noneOpen: 'No open refunds',
  none: 'No refunds yet',
  would: 'To refund a payment, open its order.',
}

/** Links to the refund's order, or to its discrepancy if the order is still a cart. */
function WhatFor({ refund: { orderId, orderNumber } }: { refund: Refund }) {
  const link = 'link inline-flex min-h-9 items-center text-label touch:min-h-11'
  if (orderNumber === '') {
    return (
      <Link to="/office/payments" search={{ only: 'all' }} className={link}>
        Payment discrepancy
      </Link>
    )
  }
  return (
    <Link to="/office/orders/$id" params={{ id: String(orderId) }} className={link}>
      Order {orderNumber}
    </Link>
  )
}

/** Refunds in progress, and what each waits for. */
export function RefundsScreen({ search }: { search: OpenSearch }) {
  const navigate = useNavigate()
  const { only, page } = search
  const read = useQuery(officeQueries.refunds({ only: only === 'all' ? undefined : 'open', page }))
  return (
    <ListToDecide
      title="Refunds"
      text="Large refunds need a second person’s approval. Refund checks and transfers manually."
      search={search}
      onSearch={(next, options) => void navigate({ to: '/office/refunds', search: next, ...options })}
      read={read}
      words={WORDS}
    >
      {(refund, onChanged) => (
        <li key={refund.id} className="border-line border-b py-2 last:border-b-0">
          <WhatFor refund={refund} />
          <ul>
            <RefundLine refund={refund} onChanged={onChanged} />
          </ul>
        </li>
      )}
    </ListToDecide>
  )
}
