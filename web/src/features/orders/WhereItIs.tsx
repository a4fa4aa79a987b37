import { formatCents } from '@laurel/domain/money'
import { REWARD_TYPE_TITLES, type RewardType } from '@laurel/domain/reward-type'
import { trackingUrl } from '@laurel/domain/tracking-number'
import { useQuery } from '@tanstack/react-query'
import { type LucideIcon, Mail, Mailbox, Package } from 'lucide-react'
import { useSite } from '../../app/site.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import type { CardItem } from '../../parts/card/CardItemCanvas.tsx'
import type { Order, ShippingOrder } from '../../parts/delivery-text.ts'
import { day } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { siteMoment } from '../../parts/site-time.ts'
import { deliveryQueries } from './cards-under-way/deliveries.queries.ts'
import { orderProgress, type Stage } from './order-progress.ts'
import { isUnderWay } from './order-words.ts'

const BARS: Readonly<Record<Stage['state'], string>> = {
  done: 'bg-accent-line',
  now: 'bg-accent-wash shadow-[inset_0_0_0_1px_var(--accent-line)]',
  ahead: 'bg-line',
}
const SAID: Readonly<Record<Stage['state'], string>> = {
  done: /*i18n*/ 'done',
  now: /*i18n*/ 'next',
  ahead: /*i18n*/ 'upcoming',
}

/** How far the order has come, and what happens next. */
export function WhereItIs({ order }: { order: Order }) {
  const i18n = useTexts()
  const site = useSite()
  // The same query as the list below, so that both share one request.
  const { data } = useQuery({
    ...deliveryQueries.page(order.id, { search: '', page: 1 }),
    enabled: isUnderWay(order),
  })
  const counts = data?.counts
  const { stages, next } = orderProgress(order, site.organizationName, counts)
  const deliveries = counts && counts.waiting + counts.needsAHand + counts.underWay + counts.arrived
  return (
    <section className="mt-9" aria-labelledby="where-it-is">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="where-it-is">{i18n.t('Where it is')}</h2>
        <b className="font-semibold">
          {deliveries && deliveries !== order.cardCount
            ? i18n.t(
                '{cards, plural, one {# card} other {# cards}} in {deliveries, plural, one {# delivery} other {# deliveries}}',
                { cards: order.cardCount, deliveries },
              )
            : i18n.t('{cards, plural, one {# card} other {# cards}}', { cards: order.cardCount })}
        </b>
      </div>
      {stages.length > 0 && (
        <ol className="mb-4 grid grid-cols-4 gap-[3px]">
          {stages.map(({ label, state, at }) => (
            <li key={label} aria-current={state === 'now' ? 'step' : undefined}>
              <span aria-hidden="true" className={`block h-3 rounded-[3px] ${BARS[state]}`} />
              <span className={`mt-2.5 block text-small ${state === 'ahead' ? 'text-muted' : 'font-medium'}`}>
                {label}
                <span className="sr-only">: {i18n.t(SAID[state])}</span>
              </span>
              <span className="block text-muted text-small">
                {at ? day(at) : state === 'now' ? i18n.t('Next') : ''}
              </span>
            </li>
          ))}
        </ol>
      )}
      <p className="max-w-[65ch]">{next}</p>
    </section>
  )
}

const ICONS: Readonly<Record<RewardType, LucideIcon>> = { bulk: Package, direct: Mailbox, digital: Mail }

/** The delivery method, destination, and date of each kind of card. */
export function Deliveries({ order, items }: { order: Order; items: readonly CardItem[] }) {
  const i18n = useTexts()

  return (
    <section className="mt-12" aria-labelledby="how-it-travels">
      <h2 id="how-it-travels">{i18n.t('Delivery')}</h2>
      <ul className="mt-1">
        {order.shippingOrders.map((shipping) => (
          <li key={shipping.id} className="flex gap-4 border-line border-b py-5 last:border-0">
            <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-wash text-accent-text">
              <Icon of={ICONS[shipping.rewardType]} size={22} />
            </span>
            <Delivery shipping={shipping} order={order} cards={cardsOf(items, shipping.rewardType)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type DeliveryProps = { shipping: ShippingOrder; order: Order; cards: number }

function Delivery({ shipping, order, cards }: DeliveryProps) {
  const i18n = useTexts()
  const { timeZone } = useSite()
  const { rewardType, service, priceCents, per, sendAt, trackingNumber, carrier } = shipping
  const to = shipping.address ?? (rewardType === 'bulk' ? order.bulkAddress : null)
  const price =
    priceCents === 0
      ? i18n.t('free')
      : per === 'recipient'
        ? i18n.t('{price} a card', { price: formatCents(priceCents) })
        : i18n.t('{price} total', { price: formatCents(priceCents) })
  return (
    <div className="min-w-0 flex-1">
      <h3>
        {i18n.t(REWARD_TYPE_TITLES[rewardType])}: {service}
      </h3>
      <p className="text-muted text-small">
        {i18n.t('{cards, plural, one {# card} other {# cards}}', { cards })}, {price}
      </p>
      {to && (
        <address className="mt-2 break-words not-italic">
          {[to.name, to.company, to.address1, to.address2, `${to.city}, ${to.state} ${to.zip}`]
            .filter((line, index, all) => line && all.indexOf(line) === index)
            .map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
        </address>
      )}
      {rewardType === 'digital' && <p className="mt-2">{sendingText(order, sendAt, timeZone)}</p>}
      {trackingNumber && (
        <p className="mt-2 break-words">
          {i18n.t('Tracking number')} <Tracking carrier={carrier} number={trackingNumber} />
        </p>
      )}
    </div>
  )
}

/** When the emails are or were sent. */
function sendingText({ status, refundState }: Order, sendAt: string | null, timeZone: string): string {
  const i18n = pageTexts()

  const isSent = status === 'fulfilled'
  if (status === 'declined') return i18n.t('Nothing was sent.')
  if (!isSent && refundState === 'full') return i18n.t('Nothing was sent.')
  if (sendAt) {
    const date = siteMoment(sendAt, timeZone)
    return isSent ? i18n.t('Sent {date}.', { date }) : i18n.t('To be sent {date}.', { date })
  }
  return isSent
    ? i18n.t('Sent as soon as the order was approved.')
    : i18n.t('Sent as soon as the order is approved.')
}

function Tracking({ carrier, number }: { carrier: string; number: string }) {
  const url = trackingUrl(carrier, number)
  if (!url) return <b className="font-semibold">{number}</b>
  return (
    <a href={url} target="_blank" rel="noreferrer" className="link font-semibold">
      {number}
    </a>
  )
}

function cardsOf(items: readonly CardItem[], type: RewardType): number {
  return items.reduce((all, item) => all + (item.rewardTypeData.name === type ? item.cardCount : 0), 0)
}
