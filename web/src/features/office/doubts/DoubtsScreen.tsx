import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { ChangedNote } from '../ChangedNote.tsx'
import type { OpenSearch } from '../money/money-search.ts'
import { type Doubt, officeQueries } from '../office.queries.ts'
import { Paging } from '../Paging.tsx'
import { ReadProblem } from '../ReadProblem.tsx'
import { RowsLoading } from '../RowsLoading.tsx'
import { DeskHead } from '../shell/DeskHead.tsx'
import { type DoubtDecision, DoubtDialog } from './DoubtDialog.tsx'
import { DoubtLine } from './DoubtLine.tsx'

const VIEWS = [
  { value: 'open', label: 'To decide' },
  { value: 'all', label: 'All' },
] as const

/** Money the provider reports otherwise than it was asked for: no order moves on it by itself. */
export function DoubtsScreen({ search: { only, page } }: { search: OpenSearch }) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ doubt: Doubt; decision: DoubtDecision }>()
  const [isChanged, setChanged] = useState(false)
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    officeQueries.doubts({ only: only === 'all' ? undefined : 'open', page }),
  )
  return (
    <>
      <DeskHead
        title="Payments that do not fit"
        text="The provider reports them otherwise than they were asked for. No order moves on them until somebody has decided."
      />
      <Segment
        label="Show"
        options={VIEWS}
        value={only ?? 'open'}
        onChange={(next) =>
          void navigate({
            to: '/office/payments',
            search: next === 'all' ? { only: next } : {},
            resetScroll: false,
          })
        }
      />
      {isChanged && (
        <ChangedNote onSeen={() => setChanged(false)} className="mt-5 max-w-[760px]">
          Somebody decided about this payment meanwhile, so nothing was done. It stands here as it is now.
        </ChangedNote>
      )}
      <div
        className={`mt-4 max-w-[760px] ${isPlaceholderData ? 'opacity-60' : ''}`}
        aria-busy={isPlaceholderData}
      >
        <h2 className="sr-only">{only === 'all' ? 'All payments that did not fit' : 'To decide'}</h2>
        {!data && error && <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />}
        {!data && !error && <RowsLoading label="Payments that do not fit" />}
        {data && data.results.length > 0 && (
          <ul>
            {data.results.map((doubt) => (
              <DoubtLine key={doubt.id} doubt={doubt} onAsk={(decision) => setAsked({ doubt, decision })} />
            ))}
          </ul>
        )}
        {data?.results.length === 0 && (
          <EmptyState title={only === 'all' ? 'Every payment has fitted so far' : 'Nothing to decide'}>
            Another amount, a second charge or money that came too late would stand here.
          </EmptyState>
        )}
        {data && (
          <Paging
            label="Pages of payments"
            page={page}
            total={data.count}
            onPage={(next) =>
              void navigate({ to: '/office/payments', search: { ...(only && { only }), page: next } })
            }
          />
        )}
      </div>
      {asked && (
        <DoubtDialog {...asked} onClose={() => setAsked(undefined)} onChanged={() => setChanged(true)} />
      )}
    </>
  )
}
