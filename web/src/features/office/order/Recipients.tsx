import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { DELIVERY_STATES } from '../../../parts/delivery-text.ts'
import { plural } from '../../../parts/format.ts'
import { EmptyState } from '../../../parts/Note.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { TYPE_WORDS } from '../deliveries/delivery-words.ts'
import { PagedList, RecordLink } from '../ListParts.tsx'
import { SearchBox } from '../SearchBox.tsx'
import type { OrderSearch } from '../screen-searches.ts'
import { type OrderRecipient, officeOrderQueries } from './order.queries.ts'

/** The order's recipients and the state of their cards, page by page. */
export function Recipients({ orderId, search: asked }: { orderId: number; search: OrderSearch }) {
  const navigate = useNavigate()
  const { search, page, queue } = asked
  const read = useQuery(officeOrderQueries.recipients(orderId, { search, page }))
  const go = (next: OrderSearch) =>
    void navigate({
      to: '/office/orders/$id',
      params: { id: String(orderId) },
      search: { ...next, tab: 'recipients', ...(queue && { queue }) },
      resetScroll: false,
    })
  return (
    <section aria-labelledby="recipients">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="recipients" className="text-h3">
          {read.data && search === undefined ? plural(read.data.count, 'recipient') : 'Recipients'}
        </h2>
        <SearchBox
          label="Search recipients"
          placeholder="Name, email, city, or ZIP code"
          searched={search}
          onSearch={(text) => go(text ? { search: text } : {})}
        />
      </div>
      <PagedList
        label="Recipients"
        read={read}
        page={page}
        onPage={(next) => go({ ...(search && { search }), page: next })}
        empty={
          <EmptyState title={search === undefined ? 'No recipients' : 'No matches'}>
            {search === undefined
              ? 'Bulk cards ship in one parcel.'
              : 'Search by any part of a name, email, city, or ZIP code.'}
          </EmptyState>
        }
      >
        {(recipients) => <Rows recipients={recipients} />}
      </PagedList>
    </section>
  )
}

function Rows({ recipients }: { recipients: readonly OrderRecipient[] }) {
  return (
    <Table
      stacks
      aria-label="Recipients"
      columns={[
        { title: 'Recipient', className: 'w-[26%]' },
        { title: 'Sent to', className: 'w-[36%]' },
        'Status',
        { title: 'Card', isNumber: true },
      ]}
    >
      {recipients.map((recipient) => (
        <Row key={recipient.id} recipient={recipient} />
      ))}
    </Table>
  )
}

function Row({ recipient }: { recipient: OrderRecipient }) {
  const { name, place, rewardType, amountCents, deliveryId, deliveryStatus, problem } = recipient
  const state = deliveryStatus && DELIVERY_STATES[deliveryStatus]
  const title = name || 'No name'
  return (
    <tr>
      <Cell className="min-w-[14ch] break-words">
        {deliveryId === null ? (
          <span className="font-medium">{title}</span>
        ) : (
          <RecordLink of="deliveries" id={deliveryId}>
            {title}
          </RecordLink>
        )}
        <span className="block text-muted text-small">{TYPE_WORDS[rewardType]}</span>
      </Cell>
      <Cell className="min-w-[20ch] wrap-anywhere text-small narrow:order-3 narrow:col-span-2">{place}</Cell>
      <Cell className="narrow:order-4 narrow:col-span-2">
        {state ? (
          <Tag tone={state.tone}>{state.word}</Tag>
        ) : (
          <span className="whitespace-nowrap text-muted">Not scheduled yet</span>
        )}
        {recipient.needsAttention && !state && (
          <span className="ms-1.5">
            <Tag tone="warn">Check</Tag>
          </span>
        )}
        {problem && <span className="mt-1 block break-words text-small">{problem}</span>}
      </Cell>
      <Cell isNumber className="narrow:order-2">
        {amountCents !== null && formatCents(amountCents)}
      </Cell>
    </tr>
  )
}
