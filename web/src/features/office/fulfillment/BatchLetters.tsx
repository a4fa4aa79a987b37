import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Chip, Chips } from '../../../parts/Chip.tsx'
import { Paging, ReadProblem, RowsLoading } from '../ListParts.tsx'
import { useMay } from '../office.queries.ts'
import { type Batch, fulfillmentQueries, isBusy, type Letter } from './fulfillment.queries.ts'
import { LetterRows } from './LetterRows.tsx'
import { TrackingDialog } from './TrackingDialog.tsx'
import { TrackingListDialog } from './TrackingListDialog.tsx'
import { VoidDialog } from './VoidDialog.tsx'

/** The batch is read by itself: once its labels are bought, what its letters show is old. */
function useFollowBatch({ id, status, withoutLabelCount, unknownLabelCount, buyingLabels }: Batch) {
  const queryClient = useQueryClient()
  const stand = [status, withoutLabelCount, unknownLabelCount, buyingLabels].join(' ')
  const seen = useRef(stand)
  useEffect(() => {
    if (seen.current === stand) return
    seen.current = stand
    void queryClient.invalidateQueries({ queryKey: fulfillmentQueries.allLetters(id) })
  }, [stand, id, queryClient])
}

type BatchLettersProps = { batch: Batch; onChanged: () => void }
type Only = 'without_tracking' | 'warned'
type Asked = { what: 'list' } | { what: 'one' | 'void'; letter: Letter }

const FILTERS: readonly { only: Only; label: string }[] = [
  { only: 'without_tracking', label: 'No tracking number' },
  { only: 'warned', label: 'Doubtful address' },
]

/** Every letter of the batch as it lies on the pile, and how each is followed. */
export function BatchLetters({ batch, onChanged }: BatchLettersProps) {
  const may = useMay()
  const [only, setOnly] = useState<Only>()
  const [page, setPage] = useState(1)
  const [asked, setAsked] = useState<Asked>()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    fulfillmentQueries.letters(batch.id, { only, page }, isBusy(batch)),
  )
  useFollowBatch(batch)
  const mayTrack = may('deliveries.work') && batch.status !== 'cancelled' && batch.status !== 'failed'
  const dialog = { onClose: () => setAsked(undefined), onChanged }
  return (
    <section aria-labelledby="letters">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="letters" className="text-h3">
          {batch.kind === 'bulk' ? 'Parcel' : 'Letters'}
        </h2>
        {mayTrack && (
          <Button size="compact" onClick={() => setAsked({ what: 'list' })}>
            Paste tracking numbers
          </Button>
        )}
      </div>
      <Chips label="Show only">
        {FILTERS.map(({ only: one, label }) => (
          <Chip
            key={one}
            isSelected={only === one}
            onPress={() => {
              setOnly(only === one ? undefined : one)
              setPage(1)
            }}
          >
            {label}
          </Chip>
        ))}
      </Chips>
      <div className={`mt-2 ${isPlaceholderData ? 'opacity-60' : ''}`} aria-busy={isPlaceholderData}>
        {!data && error && <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />}
        {!data && !error && <RowsLoading label="Letters" />}
        {data && data.results.length > 0 && (
          <LetterRows
            letters={data.results}
            mayWork={mayTrack}
            onTrack={(letter) => setAsked({ what: 'one', letter })}
            onVoid={(letter) => setAsked({ what: 'void', letter })}
          />
        )}
        {data?.results.length === 0 && (
          <p className="py-6 text-muted">{only ? 'None of them.' : 'Nothing is in this batch any more.'}</p>
        )}
        {data && <Paging label="Pages of letters" page={page} total={data.count} onPage={setPage} />}
      </div>
      {asked?.what === 'list' && <TrackingListDialog batch={batch} {...dialog} />}
      {asked?.what === 'one' && <TrackingDialog letter={asked.letter} kind={batch.kind} {...dialog} />}
      {asked?.what === 'void' && <VoidDialog letter={asked.letter} {...dialog} />}
    </section>
  )
}
