import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTitle } from '../../../app/title-store.ts'
import { BackLink } from '../../../parts/BackLink.tsx'
import { LinkButton } from '../../../parts/LinkButton.tsx'
import { OrderPapers } from '../../../parts/OrderPapers.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { ChangedNote, OneOfMany, ReadProblem } from '../ListParts.tsx'
import { type OfficeOrder, officeQueries, useMay } from '../office.queries.ts'
import type { OrderSearch } from '../screen-searches.ts'
import { Checks } from './Checks.tsx'
import { CustomerFacts } from './CustomerFacts.tsx'
import { DeliveryCounts } from './DeliveryCounts.tsx'
import { Designs } from './Designs.tsx'
import { History } from './History.tsx'
import { MoneyPanel } from './MoneyPanel.tsx'
import { OrderActions } from './OrderActions.tsx'
import { officeOrderQueries, WATCHED } from './order.queries.ts'
import { Recipients } from './Recipients.tsx'
import { TeamNotes } from './TeamNotes.tsx'
import { useOtherChange } from './use-other-change.ts'

/** One order as the office decides about it. */
export function OrderScreen({ id, search }: { id: number; search: OrderSearch }) {
  const read = useQuery({ ...officeQueries.order(id), ...WATCHED })
  useTitle(read.data && `Order ${read.data.order.number}`)
  return (
    <>
      <BackLink to="/office/orders" search={{}}>
        Orders
      </BackLink>
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
  const newLogos = (artwork.data?.designs ?? [])
    .filter(({ checks }) => checks.some(({ check, isGood }) => check === 'logo_known' && !isGood))
    .map(({ cardItemId }) => cardItemId)
  return (
    <>
      <OrderActions office={office} money={money.data} onChanged={tellChanged} />
      {change && (
        <ChangedNote onSeen={see} className="mb-6">
          {change}
        </ChangedNote>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_360px] gap-x-16 gap-y-12 mid:grid-cols-1">
        <div className="grid grid-cols-1 content-start gap-10">
          {isNamed && <PartSwitch orderId={order.id} tab={search.tab} />}
          {isNamed && search.tab === 'recipients' ? (
            <Recipients orderId={order.id} search={search} />
          ) : (
            <>
              <Designs items={order.cardItems} newLogos={newLogos} />
              <Checks office={office} money={money.data} />
            </>
          )}
        </div>
        <div className="grid grid-cols-1 content-start gap-9">
          {money.data && <MoneyPanel money={money.data} onChanged={tellChanged} />}
          {money.error && !money.data && (
            <ReadProblem problem={money.error} isFetching={money.isFetching} onRetry={money.refetch} />
          )}
          {may('deliveries.read') && <DeliveryCounts order={order} />}
          <Papers order={order} />
          <CustomerFacts office={office} />
          <TeamNotes orderId={order.id} />
          <History order={order} />
        </div>
      </div>
    </>
  )
}

/** The cards, or whom they are for; the address keeps which. */
function PartSwitch({ orderId, tab }: { orderId: number; tab: OrderSearch['tab'] }) {
  const navigate = useNavigate()
  return (
    <div className="-mb-4">
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
            search: next === 'recipients' ? { tab: next } : {},
            resetScroll: false,
          })
        }
      />
    </div>
  )
}

/** The customer's own papers, as they stand now. */
function Papers({ order }: { order: OfficeOrder['order'] }) {
  return (
    <section aria-labelledby="papers">
      <h2 id="papers" className="mb-3 text-h3">
        Papers
      </h2>
      <div className="flex flex-wrap gap-3">
        <OrderPapers order={order} forOffice />
      </div>
    </section>
  )
}
