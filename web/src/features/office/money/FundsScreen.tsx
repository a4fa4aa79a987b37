import { useNavigate } from '@tanstack/react-router'
import { Segment } from '../../../parts/Segment.tsx'
import { useMay } from '../office.queries.ts'
import { DeskHead } from '../shell/DeskHead.tsx'
import { AwaitedList } from './AwaitedList.tsx'
import { FundsList } from './FundsList.tsx'
import type { FundsSearch } from './money-search.ts'
import { RecordFunds } from './RecordFunds.tsx'

const VIEWS = [
  { value: 'unmatched', label: 'To match' },
  { value: 'matched', label: 'Matched' },
  { value: 'all', label: 'All' },
  { value: 'awaited', label: 'To come' },
] as const

/** Checks and transfers: what came in, and what is still to come. */
export function FundsScreen({ search }: { search: FundsSearch }) {
  const view = search.only ?? 'unmatched'
  const navigate = useNavigate()
  const may = useMay()
  const isAwaited = view === 'awaited'
  const records = may('money.record') && !isAwaited

  return (
    <>
      <DeskHead
        title="Funds"
        text={isAwaited ? 'Orders with an outstanding amount.' : 'Checks and transfers you received.'}
      />
      <div
        className={`grid gap-x-14 gap-y-10 mid:grid-cols-1 ${records ? 'grid-cols-[minmax(0,1fr)_340px]' : 'grid-cols-1'}`}
      >
        {records && (
          <div className="order-2 mid:order-1">
            <RecordFunds />
          </div>
        )}
        <div className="order-1 min-w-0 mid:order-2">
          <h2 className="sr-only">{isAwaited ? 'Outstanding orders' : 'Payments received'}</h2>
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
          <div className={isAwaited ? 'mt-6' : 'mt-4'}>
            {view === 'awaited' ? (
              <AwaitedList search={search} />
            ) : (
              <FundsList view={view} page={search.page} />
            )}
          </div>
        </div>
      </div>
    </>
  )
}
