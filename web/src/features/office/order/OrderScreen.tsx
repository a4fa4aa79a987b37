import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiProblem } from '../../../app/api-problem.ts'
import { useTitle } from '../../../app/shell/navigation.tsx'
import { BackLink, LinkButton } from '../../../parts/Button.tsx'
import { OrderDocuments } from '../../../parts/DocumentButton.tsx'
import { age, capitalized, count } from '../../../parts/format.ts'
import { ReadProblem } from '../../../parts/ReadProblem.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { deliveriesQueries } from '../deliveries/deliveries.queries.ts'
import { GROUPS, isWithoutTracking, NO_TRACKING } from '../deliveries/delivery-words.ts'
import { ChangedNote, CompanyLink, Facts, OneOfMany, Panel } from '../ListParts.tsx'
import { type OfficeOrder, officeQueries, useMay, useMe } from '../office.queries.ts'
import type { OrderSearch } from '../screen-searches.ts'
import { Checks } from './Checks.tsx'
import { Designs } from './Designs.tsx'
import { didWords, History, TeamNotes, whoWords } from './History.tsx'
import { MoneyPanel } from './MoneyPanel.tsx'
import { OrderActions } from './OrderActions.tsx'
import { officeOrderQueries, WATCHED } from './order.queries.ts'
import { Recipients } from './Recipients.tsx'
import { ReviewBar } from './ReviewBar.tsx'

/** One order, with everything that staff need to decide about it. */
export function OrderScreen({ id, search }: { id: number; search: OrderSearch }) {
  const read = useQuery({ ...officeQueries.order(id), ...WATCHED })
  useTitle(read.data && `Order ${read.data.order.number}`)
  return (
    <>
      {search.queue === 'review' ? (
        <ReviewBar orderId={id} />
      ) : (
        <BackLink to="/office/orders" search={{}}>
          Orders
        </BackLink>
      )}
      <OneOfMany
        name="order"
        read={read}
        all={<LinkButton to="/office/orders">All orders</LinkButton>}
        absent="It may belong to another site, or was never placed."
      >
        {(office) => <Order office={office} search={search} />}
      </OneOfMany>
    </>
  )
}

type OrderProps = { office: OfficeOrder; search: OrderSearch }

function Order({ office, search }: OrderProps) {
  const may = useMay()
  const { order } = office
  const money = useQuery({ ...officeQueries.money(order.id), ...WATCHED, enabled: may('money.read') })
  const artwork = useQuery(officeOrderQueries.artwork(order.id))
  const { change, tellChanged, see } = useOtherChange(order.id)
  const isNamed = order.cardItems.some(({ rewardTypeData }) => rewardTypeData.name !== 'bulk')
  const partSwitch = isNamed && <PartSwitch orderId={order.id} search={search} />
  return (
    <>
      <OrderActions
        office={office}
        money={money.data}
        onChanged={tellChanged}
        hasKeys={search.queue === 'review'}
      />
      {change && (
        <ChangedNote onSeen={see} className="mb-6">
          {change}
        </ChangedNote>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_380px] gap-x-12 gap-y-12 mid:grid-cols-1">
        <div className="grid grid-cols-1 content-start gap-6">
          {isNamed && search.tab === 'recipients' ? (
            <>
              {partSwitch}
              <Recipients orderId={order.id} search={search} />
            </>
          ) : (
            <Designs order={order} artwork={artwork.data} lead={partSwitch} />
          )}
        </div>
        <div className="grid grid-cols-1 content-start gap-9">
          <Checks office={office} money={money.data} />
          {money.data && <MoneyPanel money={money.data} onChanged={tellChanged} />}
          {money.error && !money.data && <ReadProblem read={money} />}
          {may('deliveries.read') && <DeliveryCounts order={order} />}
          <Documents order={order} />
          <CustomerFacts office={office} />
          <TeamNotes orderId={order.id} />
          <History order={order} />
        </div>
      </div>
    </>
  )
}

/** Switches between cards and recipients. The URL keeps the choice. */
function PartSwitch({ orderId, search: { tab, queue } }: { orderId: number; search: OrderSearch }) {
  const navigate = useNavigate()
  return (
    <Segment
      label="Show"
      options={[
        { value: 'designs', label: 'Cards' },
        { value: 'recipients', label: 'Recipients' },
      ]}
      value={tab ?? 'designs'}
      onChange={(next) =>
        void navigate({
          to: '/office/orders/$id',
          params: { id: String(orderId) },
          search: { ...(next === 'recipients' && { tab: next }), ...(queue && { queue }) },
          resetScroll: false,
        })
      }
    />
  )
}

/** The customer's documents, created on request. */
function Documents({ order }: { order: OfficeOrder['order'] }) {
  return (
    <Panel title="Documents" head="mb-3 text-h3">
      <div className="flex flex-wrap gap-3">
        <OrderDocuments order={order} forOffice />
      </div>
    </Panel>
  )
}

function CustomerFacts({ office: { customer, company, order } }: { office: OfficeOrder }) {
  const may = useMay()
  const { bulkAddress: to } = order
  const parcelTo = to && [to.name, to.address1, to.address2, `${to.city}, ${to.state} ${to.zip}`]
  const facts: [label: string, value: ReactNode][] = [
    ['Business', customer.company],
    ['Company', company && <CompanyLink key="company" company={company} isLink={may('companies.read')} />],
    ['Person', customer.name],
    ['Email', customer.email],
    ['Phone', customer.phone],
    ['PO number', order.poNumber],
    ...order.fields.map(({ name, value }): [string, string] => [name, value]),
    ['Parcel to', parcelTo?.filter(Boolean).join(', ') ?? ''],
  ]
  return <Facts title="Customer" facts={facts} />
}

/** The order's deliveries by state, with links. Hidden before there are any. */
function DeliveryCounts({ order: { id, status, shippingOrders } }: { order: OfficeOrder['order'] }) {
  const isPlanned = status === 'approved' || status === 'fulfilled'
  const { data } = useQuery({ ...deliveriesQueries.ofOrder(id), enabled: isPlanned })
  if (!data || data.count === 0) return null
  return (
    <Panel title="Deliveries" head="mb-3 text-h3">
      <ul className="grid gap-0.5">
        {GROUPS.filter((group) => data.counts[group.count] > 0).map((group) => (
          <li key={group.group}>
            <Link
              to="/office/deliveries"
              search={{ order: id, group: group.group }}
              className="link flex min-h-9 items-center justify-between gap-3 touch:min-h-11"
            >
              {group.label}
              <span className="font-medium">{count(data.counts[group.count])}</span>
            </Link>
          </li>
        ))}
      </ul>
      {shippingOrders.some(
        ({ rewardType, service }) => rewardType === 'direct' && isWithoutTracking(service),
      ) && <p className="mt-2 text-muted text-small">{NO_TRACKING}</p>}
    </Panel>
  )
}

/**
 * A colleague's change to the order while it is on screen, in words. Noticed when the screen reloads,
 * or named in the refusal of a late decision. Ignores the signed-in person's own changes.
 */
function useOtherChange(orderId: number) {
  const [change, setChange] = useState<string>()
  const seenKey = useRef<string | null>(undefined)
  const me = useMe()
  const { data } = useQuery(officeOrderQueries.history(orderId))

  useEffect(() => {
    if (data === undefined) return
    const last = data.lastChange
    const isNew = seenKey.current !== undefined && last !== null && last.key !== seenKey.current
    seenKey.current = last?.key ?? null
    if (!isNew || last.by === `staff:${me.id}`) return
    const who = whoWords(last, me.id)
    const words = last.words && `: “${last.words}”`
    setChange(
      (told) =>
        told ??
        `${capitalized(who)} changed this order ${ago(last.at)}: ${didWords(last)}${words}. This is its current state.`,
    )
  }, [data, me.id])

  return {
    change,
    tellChanged: (cause: unknown) => setChange(refusalWords(cause)),
    see: () => setChange(undefined),
  }
}

const AFTER =
  'This order has changed since you opened it, so we didn’t save your change. Check its current state before you try again.'

function refusalWords(cause: unknown): string {
  const who = cause instanceof ApiProblem ? cause.errors[0]?.message : undefined
  return who ? `${who} ${AFTER}` : AFTER
}

function ago(at: string): string {
  const minutes = Math.round((Date.now() - Date.parse(at)) / 60_000)
  if (minutes < 1) return 'just now'
  return minutes === 1 ? 'a minute ago' : `${age(at)} ago`
}
