import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { ChangedNote } from '../ChangedNote.tsx'
import { officeQueries, type Refund } from '../office.queries.ts'
import { RefundLine } from '../order/RefundLine.tsx'
import { Paging } from '../Paging.tsx'
import { ReadProblem } from '../ReadProblem.tsx'
import { RowsLoading } from '../RowsLoading.tsx'
import { DeskHead } from '../shell/DeskHead.tsx'
import type { OpenSearch } from './money-search.ts'

const VIEWS = [
  { value: 'open', label: 'Open' },
  { value: 'all', label: 'All' },
] as const

/** Its order; a cart has no number, and money that did not fit one stands among the payments. */
function WhatFor({ refund: { orderId, orderNumber } }: { refund: Refund }) {
  const link = 'link inline-flex min-h-9 items-center text-label touch:min-h-11'
  if (orderNumber === '') {
    return (
      <Link to="/office/payments" search={{ only: 'all' }} className={link}>
        A payment that did not fit
      </Link>
    )
  }
  return (
    <Link to="/office/orders/$id" params={{ id: String(orderId) }} className={link}>
      Order {orderNumber}
    </Link>
  )
}

/** Money on its way back, and what it waits for. */
export function RefundsScreen({ search: { only, page } }: { search: OpenSearch }) {
  const navigate = useNavigate()
  const [isChanged, setChanged] = useState(false)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    officeQueries.refunds({ only: only === 'all' ? undefined : 'open', page }),
  )
  return (
    <>
      <DeskHead
        title="Refunds"
        text="Large ones need a second person; checks and transfers are sent by hand."
      />
      <Segment
        label="Show"
        options={VIEWS}
        value={only ?? 'open'}
        onChange={(next) =>
          void navigate({
            to: '/office/refunds',
            search: next === 'all' ? { only: next } : {},
            resetScroll: false,
          })
        }
      />
      {isChanged && (
        <ChangedNote onSeen={() => setChanged(false)} className="mt-5 max-w-[760px]">
          Somebody decided about this refund meanwhile, so nothing was done. It stands here as it is now.
        </ChangedNote>
      )}
      <div
        className={`mt-4 max-w-[760px] ${isPlaceholderData ? 'opacity-60' : ''}`}
        aria-busy={isPlaceholderData}
      >
        <h2 className="sr-only">{only === 'all' ? 'All refunds' : 'Open refunds'}</h2>
        {!data && error && <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />}
        {!data && !error && <RowsLoading label="Refunds" />}
        {data && data.results.length > 0 && (
          <ul>
            {data.results.map((refund) => (
              <li key={refund.id} className="border-line border-b py-2 last:border-b-0">
                <WhatFor refund={refund} />
                <ul>
                  <RefundLine refund={refund} onChanged={() => setChanged(true)} />
                </ul>
              </li>
            ))}
          </ul>
        )}
        {data?.results.length === 0 && (
          <EmptyState title={only === 'all' ? 'No refund yet' : 'No refund is open'}>
            Money is given back from an order, where its payments stand.
          </EmptyState>
        )}
        {data && (
          <Paging
            label="Pages of refunds"
            page={page}
            total={data.count}
            onPage={(next) =>
              void navigate({ to: '/office/refunds', search: { ...(only && { only }), page: next } })
            }
          />
        )}
      </div>
    </>
  )
}
