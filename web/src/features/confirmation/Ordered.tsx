import { useSuspenseQuery } from '@tanstack/react-query'
import { customerQueries } from '../../app/customer.queries.ts'
import { paths } from '../../app/paths.ts'
import { useSite } from '../../app/site.ts'
import { CardItemCanvas } from '../../parts/card/CardItemCanvas.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { plural } from '../../parts/format.ts'
import { LinkButton } from '../../parts/LinkButton.tsx'
import type { Payment } from './outcome.ts'
import { PaymentFacts } from './PaymentFacts.tsx'
import { Receipt } from './Receipt.tsx'
import { FollowOrder } from './Rejected.tsx'
import { RemittanceSlip } from './RemittanceSlip.tsx'
import { Road } from './Road.tsx'
import type { ReturnedValues } from './returned-values.ts'
import { roadOf } from './road.ts'
import { Travels } from './Travels.tsx'

type OrderedProps = { order: Order; payment: Payment | undefined; returned: ReturnedValues }

/** The order is placed: its number, what happens now, what it comes to. */
export function Ordered({ order, payment, returned }: OrderedProps) {
  const { timeZone } = useSite()
  const [item] = order.cardItems
  return (
    <div className="confirmation">
      <section className="done-hero pt-12 pb-16 text-center print:p-0 print:text-start">
        <div className="page">
          {item && (
            <CardItemCanvas
              item={item}
              ofFirstPerson
              leaning
              className="done-card not-printed mx-auto mb-12 w-[min(440px,82vw)]!"
            />
          )}
          <h1 className="text-headline [word-spacing:0.03em] print:text-h1">
            Your {plural(order.cardCount, 'card is', 'cards are')} ordered.
          </h1>
          <p className="mx-auto mt-4 mb-8 max-w-[48ch] text-lead text-muted print:mx-0">
            Your order number is {order.number}. <NewsPromise order={order} payment={payment} />
          </p>
          <div className="not-printed flex flex-wrap justify-center gap-3 narrow:*:w-full">
            <FollowOrder order={order} />
            <LinkButton to={paths.myRewards} search={{ createNew: true } as never} size="big">
              Design another card
            </LinkButton>
          </div>
        </div>
      </section>
      <div className="page grid gap-16 pb-24">
        {payment?.remittance && <RemittanceSlip order={order} payment={payment} />}
        <section className="not-printed">
          <h2 className="mb-6">What happens now</h2>
          <Road stops={roadOf(order, payment, timeZone)} />
          <Travels order={order} />
        </section>
        <div className="grid grid-cols-2 gap-16 mid:grid-cols-1 narrow:gap-8">
          <Receipt order={order} />
          <PaymentFacts order={order} payment={payment} returned={returned} />
        </div>
      </div>
    </div>
  )
}

/** What we write about, and to whom. */
function NewsPromise({ order, payment }: { order: Order; payment: Payment | undefined }) {
  const { data: customer } = useSuspenseQuery(customerQueries.me())
  const isWaiting = order.status === 'pending_payment'
  if (order.status === 'fulfilled') return <>We’ve sent everything.</>
  if (payment?.methodCode === 'elavon_ach' && isWaiting) {
    return (
      <>
        Your bank accepted the payment. It clears in about 4 business days. We’ll email {customer.email} then,
        and again when the first card ships.
      </>
    )
  }
  return (
    <>
      We’ll email {customer.email} {isWaiting ? 'when your payment arrives and again ' : ''}when the first
      card ships.
    </>
  )
}
