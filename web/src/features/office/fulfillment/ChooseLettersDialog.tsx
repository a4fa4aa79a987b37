import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plural } from '../../../parts/format.ts'
import { Segment } from '../../../parts/Segment.tsx'
import { Paging, ReadProblem, RowsLoading } from '../ListParts.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { fulfillmentQueries, type WaitingOrder } from './fulfillment.queries.ts'
import { LetterChoice } from './LetterChoice.tsx'
import { useMakeBatch } from './use-make-batch.ts'

type ChooseLettersDialogProps = { order: WaitingOrder; onClose: () => void; onChanged: () => void }

const VIEWS = [
  { value: 'all', label: 'All' },
  { value: 'warned', label: 'Doubtful addresses' },
] as const

/** A batch of chosen letters of one order: all of them, or none when one was taken meanwhile. */
export function ChooseLettersDialog({ order, ...about }: ChooseLettersDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [view, setView] = useState<'all' | 'warned'>('all')
  const [page, setPage] = useState(1)
  const [errors, setErrors] = useState<string>()
  const { data, error, isFetching, refetch } = useQuery(
    fulfillmentQueries.waitingLetters({
      orderId: order.orderId,
      only: view === 'warned' ? view : undefined,
      page,
    }),
  )
  const make = useMakeBatch(() => ({ kind: 'direct', deliveryIds: [...chosen] }), about)

  function submit() {
    make.reset()
    setErrors(chosen.size === 0 ? 'Choose at least one letter.' : undefined)
    if (chosen.size > 0) make.mutate()
  }

  return (
    <OfficeDialog
      title={`Letters of order ${order.orderNumber}`}
      lead={<p>Only what is ticked goes into the batch. The rest goes on waiting.</p>}
      submit={chosen.size > 0 ? `Make a batch of ${plural(chosen.size, 'letter')}` : 'Make a batch'}
      isPending={make.isPending}
      problem={make.error}
      onSubmit={submit}
      onClose={about.onClose}
    >
      <Segment
        label="Show"
        options={VIEWS}
        value={view}
        onChange={(next) => {
          setView(next)
          setPage(1)
        }}
      />
      {!data && error && <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />}
      {!data && !error && <RowsLoading label="Letters" />}
      {data && data.results.length > 0 && (
        <LetterChoice label="Letters" letters={data.results} chosen={chosen} onChange={setChosen} />
      )}
      {data?.results.length === 0 && (
        <p className="text-muted">
          {view === 'warned'
            ? 'The carrier doubts none of the checked addresses.'
            : 'No letter waits any more.'}
        </p>
      )}
      {data && <Paging label="Pages of letters" page={page} total={data.count} onPage={setPage} />}
      {errors && chosen.size === 0 && (
        <p role="alert" className="text-bad">
          {errors}
        </p>
      )}
    </OfficeDialog>
  )
}
