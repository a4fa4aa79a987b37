import { formatCents } from '@laurel/domain/money'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { plural } from '../../../parts/format.ts'
import { moment } from '../times.ts'
import type { Delivery } from './deliveries.queries.ts'
import { NO_TRACKING, placeOf, TYPE_WORDS } from './delivery-words.ts'

/** Where it goes, whose it is, and how it is followed. */
export function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { customer, rewardType, cardCount, valueCents, phone, attempt, expiresAt } = delivery
  const facts: [label: string, value: ReactNode][] = [
    [
      'What',
      `${TYPE_WORDS[rewardType]}${cardCount > 1 ? ` with ${plural(cardCount, 'card')}` : ''}, ${formatCents(valueCents)}`,
    ],
    ['To', placeOf(delivery)],
    ['Phone', phone],
    ['Tracking', <Tracking key="tracking" delivery={delivery} />],
    ['Attempt', attempt > 1 ? String(attempt) : ''],
    ['Link until', expiresAt && moment(expiresAt)],
    ['Order', <OrderLink key="order" delivery={delivery} />],
    ['Customer', [customer.company, customer.name, customer.email].filter(Boolean).join(', ')],
    ['Instead of', <OtherLink key="replaces" id={delivery.replacesId} />],
    ['Replaced by', <OtherLink key="replaced" id={delivery.replacedById} />],
  ]
  const hidden = new Set<string>()
  if (delivery.trackingNumber === '' && !isUntrackedLetter(delivery)) hidden.add('Tracking')
  if (delivery.replacesId === null) hidden.add('Instead of')
  if (delivery.replacedById === null) hidden.add('Replaced by')
  return (
    <section aria-labelledby="where">
      <h2 id="where" className="text-h3">
        Where it goes
      </h2>
      <dl className="mt-3 grid gap-1.5">
        {facts
          .filter(([label, value]) => value && !hidden.has(label))
          .map(([label, value]) => (
            <div key={label} className="flex gap-3">
              <dt className="min-w-22 text-muted">{label}</dt>
              <dd className="wrap-anywhere min-w-0">{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

function OrderLink({ delivery: { orderId, orderNumber } }: { delivery: Delivery }) {
  return (
    <Link to="/office/orders/$id" params={{ id: String(orderId) }} className="link">
      {orderNumber}
    </Link>
  )
}

function OtherLink({ id }: { id: number | null }) {
  if (id === null) return null
  return (
    <Link to="/office/deliveries/$id" params={{ id: String(id) }} className="link">
      Delivery {id}
    </Link>
  )
}

/** Shipped without a number: an order that wants one travels as a parcel. */
function isUntrackedLetter({ rewardType, status, trackingNumber }: Delivery): boolean {
  const isShipped = status === 'mailed' || status === 'delivered' || status === 'returned'
  return rewardType === 'direct' && isShipped && trackingNumber === ''
}

function Tracking({ delivery }: { delivery: Delivery }) {
  const { carrier, trackingNumber, trackingUrl } = delivery
  if (isUntrackedLetter(delivery)) return <>{NO_TRACKING}</>
  const text = `${carrier} ${trackingNumber}`.trim()
  if (!trackingUrl) return <>{text}</>
  return (
    <a href={trackingUrl} target="_blank" rel="noreferrer" className="link">
      {text}
    </a>
  )
}
