import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button, LinkButton } from '../../../parts/Button.tsx'
import { ColumnsButton } from '../../../parts/ColumnsButton.tsx'
import { DELIVERY_STATES } from '../../../parts/delivery-text.ts'
import { age, count } from '../../../parts/format.ts'
import { EmptyState } from '../../../parts/Note.tsx'
import { Loading, Skeleton } from '../../../parts/Progress.tsx'
import { ResendList, useChosen } from '../../../parts/ResendList.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { Chip, Chips, Tag } from '../../../parts/Tag.tsx'
import type { Column } from '../../../parts/table-columns.ts'
import { PagedList, RecordLink, ScreenHead } from '../ListParts.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { useMay } from '../office.queries.ts'
import { useDecision } from '../office-mutations.ts'
import { SearchBox } from '../SearchBox.tsx'
import { type DeliveriesSearch, groupOf } from '../screen-searches.ts'
import { OfficeFixDialog } from './DeliveryActions.tsx'
import { type DeliveryLine, deliveriesQueries } from './deliveries.queries.ts'
import { destinationOf, GROUPS, recipientName, TYPE_WORDS } from './delivery-words.ts'

/** All deliveries, starting with bounced and returned ones. */
export function DeliveriesScreen({ search }: { search: DeliveriesSearch }) {
  const navigate = useNavigate()
  const may = useMay()
  const [isResending, setResending] = useState(false)
  const read = useQuery(deliveriesQueries.list(search))
  const { data } = read
  const group = groupOf(search)
  const { page, ...sought } = search
  const { group: _, ...found } = sought
  const go = (next: DeliveriesSearch) =>
    void navigate({ to: '/office/deliveries', search: next, resetScroll: false })
  const orderNumber = data?.results.find(({ orderId }) => orderId === search.order)?.orderNumber
  const all = data && Object.values(data.counts).reduce((sum, number) => sum + number, 0)
  const mayResendAll =
    may('deliveries.work') && search.order !== undefined && data !== undefined && data.counts.needsAHand > 0
  return (
    <>
      <ScreenHead
        title="Deliveries"
        text={search.order !== undefined && `Of order ${orderNumber ?? `no. ${search.order}`} only.`}
      >
        {search.order !== undefined && (
          <Button
            look="plain"
            onClick={() => {
              const { order: _order, ...rest } = sought
              go(rest)
            }}
          >
            All orders
          </Button>
        )}
        {mayResendAll && <Button onClick={() => setResending(true)}>Resend deliveries</Button>}
        {may('deliveries.work') && search.order === undefined && (
          <LinkButton to="/office/deliveries/report">Report bounced email</LinkButton>
        )}
        <SearchBox
          label="Search deliveries"
          placeholder="Name, business, or email"
          searched={search.search}
          onSearch={(text) => {
            const { search: _search, ...rest } = sought
            go({ ...rest, ...(text && { search: text }) })
          }}
        />
      </ScreenHead>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <Chips label="Show">
            {GROUPS.map(({ group: one, label, count }) => (
              <Chip
                key={one}
                isSelected={group === one}
                {...(data && { number: data.counts[count] })}
                onPress={() => go({ ...found, group: one })}
              >
                {label}
              </Chip>
            ))}
            <Chip
              isSelected={group === 'all'}
              {...(all !== undefined && { number: all })}
              onPress={() => go({ ...found, group: 'all' })}
            >
              All
            </Chip>
          </Chips>
        </div>
        <ColumnsButton of="deliveries" columns={COLUMNS} />
      </div>
      <div className="mt-5">
        <h2 className="sr-only">Deliveries found</h2>
        <PagedList
          label="Deliveries"
          read={read}
          page={page}
          onPage={(next) => go({ ...sought, page: next })}
          empty={<NoDeliveries isNeedingAttention={group === 'needs_a_hand'} search={search} />}
        >
          {(deliveries) => (
            <DeliveryRows
              deliveries={deliveries}
              sort={search.sort ?? '-changed'}
              onSort={(sort) => {
                const { sort: _, ...rest } = sought
                go(sort === 'changed' ? { ...rest, sort } : rest)
              }}
            />
          )}
        </PagedList>
      </div>
      {isResending && search.order !== undefined && data && (
        <ResendAllDialog orderId={search.order} onClose={() => setResending(false)} />
      )}
    </>
  )
}

type NoDeliveriesProps = { isNeedingAttention: boolean; search: DeliveriesSearch }

function NoDeliveries({ isNeedingAttention, search }: NoDeliveriesProps) {
  if (isNeedingAttention)
    return (
      <EmptyState title="Nothing needs attention">
        Bounced emails and returned letters appear here.
      </EmptyState>
    )
  if (search.search === undefined && search.order === undefined)
    return (
      <EmptyState title="No deliveries yet">Deliveries appear here once their order is approved.</EmptyState>
    )
  return (
    <EmptyState
      title="No deliveries found"
      action={
        <LinkButton to="/office/deliveries" search={{}}>
          Show what needs attention
        </LinkButton>
      }
    >
      Search by any part of a name, business, or email.
    </EmptyState>
  )
}

const COLUMNS: readonly Column[] = [
  { title: 'Recipient' },
  { title: 'Sent to', choice: 'shown' },
  { title: 'Order', choice: 'shown' },
  { title: 'Status', choice: 'shown' },
  { title: 'Changed', isNumber: true, sort: '-changed', choice: 'shown' },
]

type DeliveryRowsProps = {
  deliveries: readonly DeliveryLine[]
  sort: string
  onSort: (sort: string) => void
}

function DeliveryRows({ deliveries, ...sorting }: DeliveryRowsProps) {
  return (
    <Table stacks aria-label="Deliveries" columns={COLUMNS} remembers="deliveries" {...sorting}>
      {deliveries.map((delivery) => (
        <Row key={delivery.id} delivery={delivery} />
      ))}
    </Table>
  )
}

function Row({ delivery }: { delivery: DeliveryLine }) {
  const { word, tone } = DELIVERY_STATES[delivery.status]
  return (
    <tr>
      <Cell className="narrow:order-1">
        <RecordLink of="deliveries" id={delivery.id} className="break-words font-medium">
          {recipientName(delivery)}
        </RecordLink>
        <span className="block text-muted text-small">
          {TYPE_WORDS[delivery.rewardType]}, {formatCents(delivery.valueCents)}
        </span>
      </Cell>
      <Cell of="Sent to" className="wrap-anywhere text-small narrow:order-3 narrow:col-span-2">
        {destinationOf(delivery)}
      </Cell>
      <Cell of="Order" className="narrow:order-4 narrow:col-span-2">
        <RecordLink of="orders" id={delivery.orderId} className="">
          {delivery.orderNumber}
        </RecordLink>
        <span className="block break-words text-muted text-small">{delivery.customerName}</span>
      </Cell>
      <Cell of="Status" className="narrow:order-5 narrow:col-span-2">
        <Tag tone={tone}>{word}</Tag>
        {delivery.problem && <span className="mt-1 block break-words text-small">{delivery.problem}</span>}
        {delivery.isHeld && <span className="mt-1 block text-small text-warn">Order on hold</span>}
      </Cell>
      <Cell of="Changed" isNumber className="narrow:order-2">
        <time dateTime={delivery.updatedAt}>{age(delivery.updatedAt)}</time>
      </Cell>
    </tr>
  )
}

type ResendAllDialogProps = { orderId: number; onClose: () => void }

/** Lists an order's bounced and returned deliveries before they are sent again. */
function ResendAllDialog({ orderId, onClose }: ResendAllDialogProps) {
  const [changed, setChanged] = useState<DeliveryLine>()
  const { data, error } = useQuery(deliveriesQueries.toResend(orderId))
  const deliveries = data?.results.filter(({ mayResend }) => mayResend) ?? []
  const { ids, choose } = useChosen(deliveries)
  const resend = useDecision({
    decide: (idempotencyKey) =>
      call(api.resendOfficeDeliveries, { body: { orderId, group: 'needs_a_hand', ids }, idempotencyKey }),
    done: ({ resent }) => `Sent again: ${count(resent)} of ${count(ids.length)}`,
    onClose,
  })
  if (changed) {
    const back = () => setChanged(undefined)
    return <OfficeFixDialog delivery={changed} onClose={back} onChanged={back} />
  }
  const isMore = data !== undefined && data.count > data.results.length
  return (
    <OfficeDialog
      title="Send again?"
      lead={
        <p>
          Each card goes to the address shown. Letters are printed again with new card numbers. To correct an
          address, edit it: we’ll resend the card automatically.
        </p>
      }
      submit={ids.length > 1 ? `Send ${count(ids.length)} again` : 'Send again'}
      isDisabled={ids.length === 0}
      request={{ ...resend, error: resend.error ?? error }}
      onClose={onClose}
    >
      {!data && !error && (
        <Loading label="Loading deliveries">
          <Skeleton className="h-24" />
        </Loading>
      )}
      {data && deliveries.length === 0 && <p>Nothing needs attention anymore.</p>}
      {deliveries.length > 0 && (
        <ResendList
          deliveries={deliveries}
          chosen={ids}
          nameOf={recipientName}
          placeOf={destinationOf}
          onChoose={choose}
          onChange={setChanged}
        />
      )}
      {isMore && (
        <p className="mt-3 text-small">
          Showing the first {count(data.results.length)} of {count(data.count)}.
        </p>
      )}
    </OfficeDialog>
  )
}
