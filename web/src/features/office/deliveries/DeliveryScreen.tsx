import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTitle } from '../../../app/shell/navigation.tsx'
import { BackLink, LinkButton } from '../../../parts/Button.tsx'
import { DELIVERY_STATES } from '../../../parts/delivery-text.ts'
import { plural } from '../../../parts/format.ts'
import { Note } from '../../../parts/Note.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { ChangedNote, OneOfMany, Panel, ScreenHead } from '../ListParts.tsx'
import { useMay, useMe } from '../office.queries.ts'
import { byWords } from '../office-words.ts'
import { officeMoment } from '../times.ts'
import { DeliveryActions } from './DeliveryActions.tsx'
import { deliveriesQueries, type OfficeDelivery } from './deliveries.queries.ts'
import {
  deliveryEventWords,
  destinationOf,
  NO_TRACKING,
  recipientName,
  TYPE_WORDS,
} from './delivery-words.ts'

/** One delivery: history, facts, and actions. */
export function DeliveryScreen({ id }: { id: number }) {
  const read = useQuery(deliveriesQueries.one(id))
  useTitle(read.data && recipientName(read.data))
  return (
    <>
      <BackLink to="/office/deliveries" search={{}}>
        Deliveries
      </BackLink>
      <OneOfMany
        name="delivery"
        read={read}
        all={<LinkButton to="/office/deliveries">All deliveries</LinkButton>}
      >
        {(delivery) => <Whole delivery={delivery} />}
      </OneOfMany>
    </>
  )
}

function Whole({ delivery }: { delivery: OfficeDelivery }) {
  const may = useMay()
  const [isChanged, setChanged] = useState(false)
  const { word, tone } = DELIVERY_STATES[delivery.status]
  const needsAttention = delivery.group === 'needs_a_hand'
  return (
    <>
      <ScreenHead title={recipientName(delivery)} beside={<Tag tone={tone}>{word}</Tag>}>
        {may('deliveries.work') && <DeliveryActions delivery={delivery} onChanged={() => setChanged(true)} />}
      </ScreenHead>
      {isChanged && (
        <ChangedNote onSeen={() => setChanged(false)} className="mb-6">
          This delivery has changed since you opened it, so we didn’t save your change. This is its current
          state.
        </ChangedNote>
      )}
      {needsAttention && delivery.problem && (
        <Note tone="warn" className="mb-6">
          {delivery.problem}
        </Note>
      )}
      {delivery.isHeld && (
        <Note tone="warn" className="mb-6">
          Its order is on hold. Nothing is sent until you release it.
        </Note>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_320px] gap-x-14 gap-y-10 mid:grid-cols-1">
        <div className="grid grid-cols-1 content-start gap-10">
          <DeliveryFacts delivery={delivery} />
          <DeliveryCards cards={delivery.cards} />
        </div>
        <DeliveryEvents events={delivery.events} />
      </div>
    </>
  )
}

const STATES = { issued: 'Issued', active: 'Active', cancelled: 'Canceled' } as const

/** The last digits of each card in the delivery, never more. */
function DeliveryCards({ cards }: { cards: OfficeDelivery['cards'] }) {
  return (
    <Panel title="Cards">
      {cards.length === 0 ? (
        <p className="mt-3 text-muted">
          No cards yet. A card gets its number just before we send or print it.
        </p>
      ) : (
        <Table
          aria-label="Cards"
          className="mt-1"
          columns={[
            'Ends in',
            'Status',
            { title: 'Value', isNumber: true },
            { title: 'Left', isNumber: true },
          ]}
        >
          {cards.map((card) => (
            <tr key={card.id}>
              <Cell>{card.last4}</Cell>
              <Cell>{STATES[card.status]}</Cell>
              <Cell isNumber>{formatCents(card.valueCents)}</Cell>
              <Cell isNumber>{formatCents(card.balanceCents)}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

/** The delivery's history, newest first. */
function DeliveryEvents({ events }: { events: OfficeDelivery['events'] }) {
  const me = useMe()
  return (
    <Panel title="Activity">
      <ol className="mt-3 text-note">
        {events
          .toSorted((a, b) => b.id - a.id)
          .map(({ id, event, facts, actor, at }) => (
            <li
              key={id}
              className="relative ps-6 pb-[18px] before:absolute before:start-1 before:top-2 before:-bottom-2 before:w-px before:bg-line last:pb-0 last:before:hidden after:absolute after:start-0 after:top-[7px] after:size-[9px] after:rounded-full after:bg-line-strong"
            >
              {deliveryEventWords(event)}
              {typeof facts.words === 'string' && facts.words && (
                <span className="block break-words text-small">{facts.words}</span>
              )}
              <span className="block text-muted text-small">
                <time dateTime={at}>{officeMoment(at)}</time>, by {who(actor, me.id)}
              </span>
            </li>
          ))}
      </ol>
    </Panel>
  )
}

function who(actor: string, ownId: number): string {
  if (actor.startsWith('customer')) return 'the customer'
  if (actor === 'recipient' || actor === 'mail server') return `the ${actor}`
  return byWords(actor, ownId)
}

/** The delivery's address, customer, and tracking. */
function DeliveryFacts({ delivery }: { delivery: OfficeDelivery }) {
  const { customer, rewardType, cardCount, valueCents, phone, attempt, expiresAt } = delivery
  const facts: [label: string, value: ReactNode][] = [
    [
      'What',
      `${TYPE_WORDS[rewardType]}${cardCount > 1 ? ` with ${plural(cardCount, 'card')}` : ''}, ${formatCents(valueCents)}`,
    ],
    ['To', destinationOf(delivery)],
    ['Phone', phone],
    ['Tracking', <Tracking key="tracking" delivery={delivery} />],
    ['Attempt', attempt > 1 ? String(attempt) : ''],
    ['Link until', expiresAt && officeMoment(expiresAt)],
    ['Order', <OrderLink key="order" delivery={delivery} />],
    ['Customer', [customer.company, customer.name, customer.email].filter(Boolean).join(', ')],
    ['Replaces', <OtherLink key="replaces" id={delivery.replacesId} />],
    ['Replaced by', <OtherLink key="replaced" id={delivery.replacedById} />],
  ]
  const hidden = new Set<string>()
  if (delivery.trackingNumber === '' && !isUntrackedLetter(delivery)) hidden.add('Tracking')
  if (delivery.replacesId === null) hidden.add('Replaces')
  if (delivery.replacedById === null) hidden.add('Replaced by')
  return (
    <Panel title="Destination">
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
    </Panel>
  )
}

function OrderLink({ delivery: { orderId, orderNumber } }: { delivery: OfficeDelivery }) {
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

/** Letters ship without a tracking number; orders that need one ship as parcels. */
function isUntrackedLetter({ rewardType, status, trackingNumber }: OfficeDelivery): boolean {
  const isShipped = status === 'mailed' || status === 'delivered' || status === 'returned'
  return rewardType === 'direct' && isShipped && trackingNumber === ''
}

function Tracking({ delivery }: { delivery: OfficeDelivery }) {
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
