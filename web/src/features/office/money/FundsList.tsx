import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Paging, ReadProblem, RowsLoading } from '../ListParts.tsx'
import { officeQueries } from '../office.queries.ts'
import { FundsRows } from './FundsRows.tsx'

const EMPTY = {
  unmatched: { title: 'Nothing to match', text: 'Every check and transfer has found its order.' },
  matched: { title: 'Nothing matched yet', text: 'What finds its order stands here.' },
  all: { title: 'No check or transfer yet', text: 'Record the first one as soon as the bank shows it.' },
}

type FundsListProps = { view: keyof typeof EMPTY; page: number | undefined }

/** Checks and transfers as the bank's statement shows them, and the orders they are for. */
export function FundsList({ view, page }: FundsListProps) {
  const navigate = useNavigate()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    officeQueries.funds({ only: view === 'all' ? undefined : view, page }),
  )
  return (
    <div className={isPlaceholderData ? 'opacity-60' : ''} aria-busy={isPlaceholderData}>
      {!data && error && <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />}
      {!data && !error && <RowsLoading label="Checks and transfers" />}
      {data && data.results.length > 0 && <FundsRows funds={data.results} />}
      {data?.results.length === 0 && <EmptyState title={EMPTY[view].title}>{EMPTY[view].text}</EmptyState>}
      {data && (
        <Paging
          label="Pages of funds"
          page={page}
          total={data.count}
          onPage={(next) =>
            void navigate({
              to: '/office/funds',
              search: { ...(view !== 'unmatched' && { only: view }), page: next },
            })
          }
        />
      )}
    </div>
  )
}
