import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useTitle } from '../../../app/title-store.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { LinkButton } from '../../../parts/LinkButton.tsx'
import { OrderPapers } from '../../../parts/OrderPapers.tsx'
import { ChangedNote } from '../ChangedNote.tsx'
import { OneOfMany } from '../OneOfMany.tsx'
import { type OfficeOrder, officeQueries, useMay } from '../office.queries.ts'
import { ReadProblem } from '../ReadProblem.tsx'
import { Checks } from './Checks.tsx'
import { CustomerFacts } from './CustomerFacts.tsx'
import { DeliveryCounts } from './DeliveryCounts.tsx'
import { Designs } from './Designs.tsx'
import { History } from './History.tsx'
import { MoneyPanel } from './MoneyPanel.tsx'
import { OrderActions } from './OrderActions.tsx'

/** One order as the office decides about it. */
export function OrderScreen({ id }: { id: number }) {
  const read = useQuery(officeQueries.order(id))
  useTitle(read.data && `Order ${read.data.order.number}`)
  return (
    <>
      <Link
        to="/office/orders"
        search={{}}
        className="-mt-2 inline-flex min-h-11 items-center gap-1.5 text-label text-muted hover:text-ink"
      >
        <Icon of={ArrowLeft} size={18} />
        Orders
      </Link>
      <OneOfMany
        name="order"
        read={read}
        all={<LinkButton to="/office/orders">All orders</LinkButton>}
        absent="It may belong to another site, or was never placed."
      >
        {(office) => <Order office={office} />}
      </OneOfMany>
    </>
  )
}

function Order({ office }: { office: OfficeOrder }) {
  const may = useMay()
  const [isChanged, setChanged] = useState(false)
  const money = useQuery({ ...officeQueries.money(office.order.id), enabled: may('money.read') })
  const tellChanged = () => setChanged(true)
  return (
    <>
      <OrderActions office={office} money={money.data} onChanged={tellChanged} />
      {isChanged && (
        <ChangedNote onSeen={() => setChanged(false)} className="mb-6">
          Somebody changed this order meanwhile, so nothing was done. It stands here as it is now: look at it
          again before you go on.
        </ChangedNote>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_360px] gap-x-16 gap-y-12 mid:grid-cols-1">
        <div className="grid grid-cols-1 content-start gap-10">
          <Designs items={office.order.cardItems} />
          <Checks office={office} money={money.data} />
        </div>
        <div className="grid grid-cols-1 content-start gap-9">
          {money.data && <MoneyPanel money={money.data} onChanged={tellChanged} />}
          {money.error && !money.data && (
            <ReadProblem problem={money.error} isFetching={money.isFetching} onRetry={money.refetch} />
          )}
          {may('deliveries.read') && <DeliveryCounts order={office.order} />}
          <Papers order={office.order} />
          <CustomerFacts office={office} />
          <History order={office.order} />
        </div>
      </div>
    </>
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
