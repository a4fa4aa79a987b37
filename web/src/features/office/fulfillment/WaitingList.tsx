import { api } from '@laurel/contract/routes'
import type { BatchKind } from '@laurel/domain/batch-status'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { plural } from '../../../parts/format.ts'
import { ChangedNote, Paging, ReadProblem, RowsLoading } from '../ListParts.tsx'
import { refreshOffice, useMay } from '../office.queries.ts'
import { ChooseLettersDialog } from './ChooseLettersDialog.tsx'
import { fulfillmentQueries, type WaitingOrder } from './fulfillment.queries.ts'
import { MakeBatchDialog } from './MakeBatchDialog.tsx'
import { WaitingRows } from './WaitingRows.tsx'

type WaitingListProps = {
  kind: BatchKind | undefined
  page: number | undefined
  onPage: (page: number) => void
}
type Asked = { what: 'all' } | { what: 'order' | 'choose'; order: WaitingOrder }

/** Orders with cards to be printed, oldest first, and the ways to put them into a batch. */
export function WaitingList({ kind, page, onPage }: WaitingListProps) {
  const may = useMay()
  const [asked, setAsked] = useState<Asked>()
  const [isChanged, setChanged] = useState(false)
  const check = useCheckAddresses()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    fulfillmentQueries.waiting({ kind, page }, check.isSuccess),
  )
  if (!data) {
    if (error) return <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />
    return <RowsLoading label="Waiting cards" />
  }
  const orders = data.results
  const hasDirect = orders.some((order) => order.kind === 'direct')
  const hasUnchecked = orders.some(({ uncheckedCount }) => uncheckedCount > 0)
  const dialog = { onClose: () => setAsked(undefined), onChanged: () => setChanged(true) }
  return (
    <section aria-labelledby="waiting" className={isPlaceholderData ? 'opacity-60' : ''}>
      <h2 id="waiting" className="sr-only">
        Waiting to be printed
      </h2>
      {isChanged && (
        <ChangedNote onSeen={() => setChanged(false)} className="mb-5">
          Somebody put some of these cards into a batch meanwhile, or they no longer wait, so nothing was
          done. The list stands here as it is now.
        </ChangedNote>
      )}
      {may('deliveries.work') && hasDirect && (
        <div className="mb-3 flex flex-wrap gap-3">
          <Button look="primary" onClick={() => setAsked({ what: 'all' })}>
            Make a batch of all direct cards
          </Button>
          {hasUnchecked && (
            <Button isPending={check.isPending} onClick={() => check.mutate()}>
              Check addresses
            </Button>
          )}
        </div>
      )}
      {orders.length > 0 ? (
        <WaitingRows
          orders={orders}
          onMake={(order) => setAsked({ what: 'order', order })}
          onChoose={(order) => setAsked({ what: 'choose', order })}
        />
      ) : (
        <EmptyState title="Nothing waits to be printed">
          Direct and bulk cards come here once their order is approved.
        </EmptyState>
      )}
      <Paging label="Pages of waiting orders" page={page} total={data.count} onPage={onPage} />
      {asked?.what === 'all' && <MakeBatchDialog kind="direct" limit={data.batchLimit} {...dialog} />}
      {asked?.what === 'order' && (
        <MakeBatchDialog kind={asked.order.kind} order={asked.order} limit={data.batchLimit} {...dialog} />
      )}
      {asked?.what === 'choose' && <ChooseLettersDialog order={asked.order} {...dialog} />}
    </section>
  )
}

function useCheckAddresses() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.checkWaitingAddresses, { body: {} }),
    onSuccess: ({ toCheck }) => {
      showToast(
        toCheck > 0
          ? {
              title: `${plural(toCheck, 'address', 'addresses')} to check`,
              text: 'The answers come one by one.',
            }
          : {
              title: 'No address was checked',
              text: 'Either all are checked, or no carrier account is set up to ask with.',
            },
      )
      return refreshOffice(queryClient)
    },
    onError: (problem) =>
      showToast({ tone: 'bad', title: 'The addresses were not checked', text: formError(problem) ?? '' }),
  })
}
