import { api } from '@laurel/contract/routes'
import type { BatchKind } from '@laurel/domain/batch-status'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { showFailure, showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { count, plural } from '../../../parts/format.ts'
import { EmptyState } from '../../../parts/Note.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { ChangedNote, PagedList, Panel } from '../ListParts.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { refreshOffice, useMay } from '../office.queries.ts'
import { useDecision } from '../office-mutations.ts'
import { contentWords } from './batch-words.ts'
import { fulfillmentQueries, type WaitingOrder } from './fulfillment.queries.ts'
import { LetterChoice } from './LetterRows.tsx'
import { WaitingRows } from './WaitingRows.tsx'

type WaitingListProps = {
  kind: BatchKind | undefined
  page: number | undefined
  onPage: (page: number) => void
}
type Asked = { what: 'all' } | { what: 'order' | 'choose'; order: WaitingOrder }

/** Orders with cards to print, oldest first, to put into batches. */
export function WaitingList({ kind, page, onPage }: WaitingListProps) {
  const may = useMay()
  const [asked, setAsked] = useState<Asked>()
  const [isChanged, setChanged] = useState(false)
  const check = useCheckAddresses()
  const read = useQuery(fulfillmentQueries.waiting({ kind, page }, check.isSuccess))
  const orders = read.data?.results ?? []
  const limit = read.data?.batchLimit ?? 0
  const hasDirect = orders.some((order) => order.kind === 'direct')
  const hasUnchecked = orders.some(({ uncheckedCount }) => uncheckedCount > 0)
  const dialog = { onClose: () => setAsked(undefined), onChanged: () => setChanged(true) }
  return (
    <Panel title="Waiting to be printed" head="sr-only">
      {isChanged && (
        <ChangedNote onSeen={() => setChanged(false)} className="mb-5">
          Someone else already batched or changed some of these cards. Review the current list and try again.
        </ChangedNote>
      )}
      {may('deliveries.work') && hasDirect && (
        <div className="mb-3 flex flex-wrap gap-3">
          <Button look="primary" onClick={() => setAsked({ what: 'all' })}>
            Batch all direct cards
          </Button>
          {hasUnchecked && (
            <Button isPending={check.isPending} onClick={() => check.mutate()}>
              Check addresses
            </Button>
          )}
        </div>
      )}
      <PagedList
        label="Waiting orders"
        read={read}
        page={page}
        onPage={onPage}
        empty={
          <EmptyState title="Nothing to print">
            Direct and bulk cards appear here once their order is approved.
          </EmptyState>
        }
      >
        {(waiting) => (
          <WaitingRows
            orders={waiting}
            onMake={(order) => setAsked({ what: 'order', order })}
            onChoose={(order) => setAsked({ what: 'choose', order })}
          />
        )}
      </PagedList>
      {asked?.what === 'all' && <MakeBatchDialog kind="direct" limit={limit} {...dialog} />}
      {asked?.what === 'order' && (
        <MakeBatchDialog kind={asked.order.kind} order={asked.order} limit={limit} {...dialog} />
      )}
      {asked?.what === 'choose' && <ChooseLettersDialog order={asked.order} {...dialog} />}
    </Panel>
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
              text: 'Results appear as they arrive.',
            }
          : {
              title: 'No addresses to check',
              text: 'All addresses are already checked, or no carrier account is set up.',
            },
      )
      return refreshOffice(queryClient)
    },
    onError: (problem) => showFailure('We couldn’t check the addresses', problem),
  })
}

type MakeBatchDialogProps = {
  kind: BatchKind
  /** If missing, the batch takes letters of any order. */
  order?: WaitingOrder
  /** The most letters a batch takes. */
  limit: number
  onClose: () => void
  onChanged: () => void
}

/** Asks first, because creating a batch issues its cards. */
function MakeBatchDialog({ kind, order, limit, onClose, onChanged }: MakeBatchDialogProps) {
  const make = useMakeBatch(() => ({ kind, ...(order && { orderId: order.orderId }) }), {
    onClose,
    onChanged,
  })
  return (
    <OfficeDialog
      title={order ? `Create a batch of order ${order.orderNumber}?` : 'Batch all direct cards?'}
      lead={
        <>
          <p>
            {order
              ? `${contentWords(kind, order.deliveryCount, order.cardCount)}.`
              : 'Every direct card in the queue goes into it, oldest first.'}{' '}
            {kind === 'direct' &&
              `A batch can have at most ${count(limit)} letters. The rest stay in the queue.`}
          </p>
          <p>We’ll assign card numbers and create the print files. You can’t change addresses after that.</p>
        </>
      }
      submit="Create batch"
      request={make}
      onClose={onClose}
    />
  )
}

type ChooseLettersDialogProps = { order: WaitingOrder; onClose: () => void; onChanged: () => void }

const VIEWS = [
  { value: 'all', label: 'All' },
  { value: 'warned', label: 'Addresses to check' },
] as const

/** A batch of chosen letters of one order. Creates nothing if another batch has taken one of them. */
function ChooseLettersDialog({ order, ...about }: ChooseLettersDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [view, setView] = useState<'all' | 'warned'>('all')
  const [page, setPage] = useState(1)
  const read = useQuery(
    fulfillmentQueries.waitingLetters({
      orderId: order.orderId,
      only: view === 'warned' ? view : undefined,
      page,
    }),
  )
  const make = useMakeBatch(() => ({ kind: 'direct', deliveryIds: [...chosen] }), about)

  return (
    <OfficeDialog
      title={`Letters in order ${order.orderNumber}`}
      lead={<p>Only selected letters go into this batch. The rest stay in the queue.</p>}
      submit={chosen.size > 0 ? `Create a batch of ${plural(chosen.size, 'letter')}` : 'Create a batch'}
      request={make}
      check={() => ({ letters: chosen.size === 0 ? 'Choose at least one letter.' : undefined })}
      onClose={about.onClose}
    >
      {(errors) => (
        <>
          <Segment
            label="Show"
            options={VIEWS}
            value={view}
            onChange={(next) => {
              setView(next)
              setPage(1)
            }}
          />
          <PagedList
            label="Letters"
            read={read}
            page={page}
            onPage={setPage}
            empty={
              <p className="text-muted">
                {view === 'warned'
                  ? 'The carrier found no problem with the checked addresses.'
                  : 'No letters are waiting.'}
              </p>
            }
          >
            {(letters) => (
              <LetterChoice label="Letters" letters={letters} chosen={chosen} onChange={setChosen} />
            )}
          </PagedList>
          {errors.letters && chosen.size === 0 && (
            <p role="alert" className="text-bad">
              {errors.letters}
            </p>
          )}
        </>
      )}
    </OfficeDialog>
  )
}

type Wanted = { kind: BatchKind; orderId?: number; deliveryIds?: number[] }

/** Creates a batch and opens it. Reports if someone else took the same cards first. */
function useMakeBatch(wanted: () => Wanted, about: { onClose: () => void; onChanged: () => void }) {
  const navigate = useNavigate()
  return useDecision({
    decide: async (idempotencyKey) => {
      const batch = await call(api.createBatch, { body: wanted(), idempotencyKey })
      void navigate({ to: '/office/fulfillment/$id', params: { id: String(batch.id) } })
      return batch
    },
    done: ({ number }) => `Creating batch ${number}`,
    ...about,
  })
}
