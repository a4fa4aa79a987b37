import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { ChangedNote, Paging, ReadProblem, RowsLoading } from '../ListParts.tsx'
import { type AwaitedOrder, officeQueries } from '../office.queries.ts'
import { AwaitedAges } from './AwaitedAges.tsx'
import { AwaitedRows } from './AwaitedRows.tsx'
import type { FundsSearch } from './money-search.ts'
import { RemindDialog } from './RemindDialog.tsx'

/** Placed orders with an outstanding amount: since when, how much, and a reminder for each. */
export function AwaitedList({ search: { age, page } }: { search: FundsSearch }) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<AwaitedOrder>()
  const [isChanged, setChanged] = useState(false)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    officeQueries.awaited({ age, page }),
  )
  const show = (more: Pick<FundsSearch, 'age' | 'page'>) =>
    void navigate({ to: '/office/funds', search: { only: 'awaited', ...more }, resetScroll: false })

  if (!data) {
    return error ? (
      <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />
    ) : (
      <RowsLoading label="Outstanding orders" />
    )
  }
  return (
    <div className={isPlaceholderData ? 'opacity-60' : ''} aria-busy={isPlaceholderData}>
      {isChanged && (
        <ChangedNote onSeen={() => setChanged(false)} className="mb-5">
          Someone else reminded this customer, or the payment arrived. We sent nothing. This list is up to
          date.
        </ChangedNote>
      )}
      <AwaitedAges ages={data.ages} chosen={age} onChoose={(next) => show(next ? { age: next } : {})} />
      {data.results.length > 0 ? (
        <AwaitedRows orders={data.results} onRemind={setAsked} />
      ) : (
        <EmptyState title={age ? 'No orders of this age' : 'Nothing is outstanding'}>
          {age ? 'Choose another age, or see all of them.' : 'Every placed order is paid.'}
        </EmptyState>
      )}
      <Paging
        label="Pages of orders"
        page={page}
        total={data.count}
        onPage={(next) => show({ ...(age && { age }), page: next })}
      />
      {asked && (
        <RemindDialog order={asked} onClose={() => setAsked(undefined)} onChanged={() => setChanged(true)} />
      )}
    </div>
  )
}
