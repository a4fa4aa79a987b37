import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { officeQueries, useMay } from '../office.queries.ts'
import { Paging } from '../Paging.tsx'
import { ReadProblem } from '../ReadProblem.tsx'
import { RowsLoading } from '../RowsLoading.tsx'
import { DeskHead } from '../shell/DeskHead.tsx'
import { FundsRows } from './FundsRows.tsx'
import type { FundsSearch } from './money-search.ts'
import { RecordFunds } from './RecordFunds.tsx'

const VIEWS = [
  { value: 'unmatched', label: 'To match' },
  { value: 'matched', label: 'Matched' },
  { value: 'all', label: 'All' },
] as const

const EMPTY = {
  unmatched: { title: 'Nothing to match', text: 'Every check and transfer has found its order.' },
  matched: { title: 'Nothing matched yet', text: 'What finds its order stands here.' },
  all: { title: 'No check or transfer yet', text: 'Record the first one as soon as the bank shows it.' },
}

/** Checks and transfers as the bank's statement shows them, and the orders they are for. */
export function FundsScreen({ search: { only: asked, page } }: { search: FundsSearch }) {
  const view = asked ?? 'unmatched'
  const navigate = useNavigate()
  const may = useMay()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    officeQueries.funds({ only: view === 'all' ? undefined : view, page }),
  )

  return (
    <>
      <DeskHead title="Funds" text="Checks and transfers that came in." />
      <div className="grid grid-cols-[minmax(0,1fr)_340px] gap-x-14 gap-y-10 mid:grid-cols-1">
        {may('money.record') && (
          <div className="order-2 mid:order-1">
            <RecordFunds />
          </div>
        )}
        <div className="order-1 min-w-0 mid:order-2">
          <h2 className="sr-only">What came in</h2>
          <Segment
            label="Show"
            options={VIEWS}
            value={view}
            onChange={(next) =>
              void navigate({
                to: '/office/funds',
                search: next === 'unmatched' ? {} : { only: next },
                resetScroll: false,
              })
            }
          />
          <div className={`mt-4 ${isPlaceholderData ? 'opacity-60' : ''}`} aria-busy={isPlaceholderData}>
            {!data && error && <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />}
            {!data && !error && <RowsLoading label="Checks and transfers" />}
            {data && data.results.length > 0 && <FundsRows funds={data.results} />}
            {data?.results.length === 0 && (
              <EmptyState title={EMPTY[view].title}>{EMPTY[view].text}</EmptyState>
            )}
            {data && (
              <Paging
                label="Pages of funds"
                page={page}
                total={data.count}
                onPage={(next) =>
                  void navigate({
                    to: '/office/funds',
                    search: { ...(asked && { only: asked }), page: next },
                  })
                }
              />
            )}
          </div>
        </div>
      </div>
    </>
  )
}
