import { formatCents, formatDollars } from '@laurel/domain/money'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import { endSentence } from '@laurel/domain/sentence'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../parts/Button.tsx'
import { CardItemCanvas } from '../../parts/card/CardItemCanvas.tsx'
import type { CardItem } from '../../parts/card/card-item-look.ts'
import type { Order } from '../../parts/delivery-text.ts'
import { count, plural } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { ItemRecipients } from './ItemRecipients.tsx'
import { isUnderWay, itemName } from './order-words.ts'

/** What was ordered, design by design, each with the people it is for. */
export function OrderItems({ order, items }: { order: Order; items: readonly CardItem[] }) {
  return (
    <section className="mt-12" aria-labelledby="what-is-in-it">
      <h2 id="what-is-in-it">What’s in it</h2>
      <ul className="mt-1">
        {items.map((item) => (
          <li key={item.id} className="border-line border-b py-6 last:border-0">
            <OrderItem order={order} item={item} startsOpen={items.length === 1} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type OrderItemProps = { order: Order; item: CardItem; startsOpen: boolean }

function OrderItem({ order, item, startsOpen }: OrderItemProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  const listId = useId()
  const people = item.recipientCount
  return (
    <article aria-label={itemName(item)}>
      <div className="grid grid-cols-[132px_1fr_auto] gap-x-5 gap-y-1 narrow:grid-cols-[104px_1fr] narrow:gap-x-4">
        <CardItemCanvas item={item} thumb className="row-span-4 self-start" />
        <h3 className="min-w-0 break-words">{itemName(item)}</h3>
        <b className="font-semibold leading-[1.575rem] narrow:col-start-2">{formatCents(item.valueCents)}</b>
        <p className="col-start-2 col-end-[-1] text-muted text-small">
          {REWARD_TYPE_TITLES[item.rewardTypeData.name]}, {amountsText(item)}. {endSentence(item.reward.name)}
        </p>
        {item.message && (
          <blockquote className="col-start-2 col-end-[-1] mt-1 max-w-[60ch] whitespace-pre-line break-words border-line border-s-2 ps-3 text-small">
            {item.message}
            {item.senderName && <footer className="mt-1 text-muted">{item.senderName}</footer>}
          </blockquote>
        )}
        {people > 0 && (
          <div className="not-printed col-start-2 col-end-[-1]">
            <Button
              look="link"
              aria-expanded={isOpen}
              aria-controls={listId}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Hide' : 'Show'} {people === 1 ? 'the recipient' : `the ${count(people)} recipients`}
              <Icon of={ChevronDown} size={18} className={isOpen ? 'rotate-180' : ''} />
            </Button>
          </div>
        )}
      </div>
      <div id={listId} className="not-printed">
        {isOpen && people > 0 && (
          <ItemRecipients
            orderId={order.id}
            item={item}
            isRejected={order.status === 'declined' || order.refundState === 'full'}
            isUnderWay={isUnderWay(order)}
          />
        )}
      </div>
    </article>
  )
}

/** `40 cards at $50`; of several amounts: `222 cards: 200 at $100, 22 at $75`. */
function amountsText({ amounts, cardCount }: CardItem): string {
  const [only, ...others] = amounts
  if (!only || others.length === 0) {
    return `${plural(cardCount, 'card')}${only ? ` at ${formatDollars(only.eachCents)}` : ''}`
  }
  const each = amounts.map((part) => `${count(part.count)} at ${formatDollars(part.eachCents)}`)
  return `${plural(cardCount, 'card')}: ${each.join(', ')}`
}
