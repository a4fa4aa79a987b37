import type { BatchKind } from '@laurel/domain/batch-status'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { age, count } from '../../../parts/format.ts'
import { EmptyState } from '../../../parts/Note.tsx'
import { Progress } from '../../../parts/Progress.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { Chip, Chips, Tag } from '../../../parts/Tag.tsx'
import { PagedList, Panel, RecordLink, ScreenHead } from '../ListParts.tsx'
import type { FulfillmentSearch } from '../screen-searches.ts'
import { BATCH_KIND_WORDS, BATCH_STATES, contentWords, ordersOf } from './batch-words.ts'
import { type Batch, fulfillmentQueries } from './fulfillment.queries.ts'
import { WaitingList } from './WaitingList.tsx'

const VIEWS = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'batches', label: 'Batches' },
] as const
const KINDS = ['direct', 'bulk'] as const

/** Orders waiting to be printed, and batches. */
export function FulfillmentScreen({ search }: { search: FulfillmentSearch }) {
  const navigate = useNavigate()
  const { show, kind, page } = search
  const go = (next: FulfillmentSearch) =>
    void navigate({ to: '/office/fulfillment', search: next, resetScroll: false })
  const about = { ...(show && { show }), ...(kind && { kind }) }
  const onPage = (next: number) => go({ ...about, page: next })
  return (
    <>
      <ScreenHead title="Fulfillment" text="Batch, print, and mail the cards of approved orders." />
      <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Segment
          label="Show"
          options={VIEWS}
          value={show ?? 'waiting'}
          onChange={(next) => go({ ...(next === 'batches' && { show: next }), ...(kind && { kind }) })}
        />
        <Chips label="Show only">
          {KINDS.map((one) => (
            <Chip
              key={one}
              isSelected={kind === one}
              onPress={() => go({ ...(show && { show }), ...(kind !== one && { kind: one }) })}
            >
              {BATCH_KIND_WORDS[one]}
            </Chip>
          ))}
        </Chips>
      </div>
      {show === 'batches' ? (
        <BatchList kind={kind} page={page} onPage={onPage} />
      ) : (
        <WaitingList kind={kind} page={page} onPage={onPage} />
      )}
    </>
  )
}

type BatchListProps = {
  kind: BatchKind | undefined
  page: number | undefined
  onPage: (page: number) => void
}

/** All batches, newest first. */
function BatchList({ kind, page, onPage }: BatchListProps) {
  const read = useQuery(fulfillmentQueries.batches({ kind, page }))
  return (
    <Panel title="Batches" head="sr-only">
      <PagedList
        label="Batches"
        read={read}
        page={page}
        onPage={onPage}
        empty={<EmptyState title="No batches yet">Batches you create appear here.</EmptyState>}
      >
        {(batches) => (
          <Table
            stacks
            aria-label="Batches"
            columns={['Batch', 'Content', 'Status', { title: 'Age', isNumber: true }]}
          >
            {batches.map((batch) => (
              <Row key={batch.id} batch={batch} />
            ))}
          </Table>
        )}
      </PagedList>
    </Panel>
  )
}

function Row({ batch }: { batch: Batch }) {
  const { word, tone } = BATCH_STATES[batch.status]
  const { number, kind, deliveryCount, cardCount, withoutTrackingCount, problem } = batch
  return (
    <tr>
      <Cell className="narrow:order-1">
        <RecordLink of="fulfillment" id={batch.id}>
          {number}
        </RecordLink>
      </Cell>
      <Cell className="narrow:order-3 narrow:col-span-2">
        {contentWords(kind, deliveryCount, cardCount)}
        <span className="block break-words text-muted text-small">{ordersOf(batch)}</span>
      </Cell>
      <Cell className="narrow:order-4 narrow:col-span-2">
        <Tag tone={tone}>{word}</Tag>
        <BatchProgress batch={batch} />
        {problem && <span className="mt-1 block break-words text-small text-warn">{problem}</span>}
        {batch.status === 'mailed' && withoutTrackingCount > 0 && (
          <span className="mt-1 block text-muted text-small">
            {count(withoutTrackingCount)} without a tracking number
          </span>
        )}
      </Cell>
      <Cell isNumber className="narrow:order-2">
        <time dateTime={batch.createdAt}>{age(batch.createdAt)}</time>
      </Cell>
    </tr>
  )
}

/** Progress while a batch's files are created. */
export function BatchProgress({ batch }: { batch: Batch }) {
  if (batch.status !== 'making') return null
  const { doneCount, cardCount, number } = batch
  return (
    <span className="mt-2 block max-w-[320px]">
      <Progress label={`Progress of batch ${number}`} done={doneCount} total={cardCount} />
      <span className="mt-1 block text-muted text-small">
        {count(doneCount)} of {count(cardCount)} cards drawn
      </span>
    </span>
  )
}
