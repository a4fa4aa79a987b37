import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import { endSentence } from '@laurel/domain/sentence'
import { Link } from '@tanstack/react-router'
import { useSite } from '../../app/site.ts'
import { CardItemCanvas } from '../../parts/card/CardItemCanvas.tsx'
import type { CardItem } from '../../parts/card/card-item-look.ts'
import { deliverySentence } from '../../parts/delivery-text.ts'
import { plural } from '../../parts/format.ts'
import type { Order } from './checkout.queries.ts'

type SendingListProps = {
  order: Order
  items: readonly CardItem[]
  /** On the last step also how each travels. */
  tellsDelivery?: boolean
}

/** The designs being sent, each with the way back to it. */
export function SendingList({ order, items, tellsDelivery = false }: SendingListProps) {
  return (
    <ul className="divide-y divide-line border-line border-b">
      {items.map((item) => (
        <li
          key={item.id}
          className="grid grid-cols-[108px_1fr_auto] items-center gap-x-6 gap-y-0.5 py-[18px] narrow:grid-cols-[84px_1fr] narrow:gap-x-4"
        >
          <CardItemCanvas item={item} thumb className="row-span-2 self-start narrow:row-span-3" />
          <b className="min-w-0 break-words font-semibold">
            {item.name}, {plural(item.cardCount, 'card')}
          </b>
          <Link
            to={'/create-reward/card-design' as string}
            search={{ item: item.id } as never}
            aria-label={`Change ${item.name}`}
            className="link justify-self-start narrow:col-start-2"
          >
            Change
          </Link>
          <p className="col-start-2 text-muted">
            {endSentence(item.reward.name)}{' '}
            <TravelLine order={order} item={item} tellsDelivery={tellsDelivery} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function TravelLine({ order, item, tellsDelivery }: Omit<SendingListProps, 'items'> & { item: CardItem }) {
  const { timeZone } = useSite()
  const { name: type } = item.rewardTypeData
  const title = REWARD_TYPE_TITLES[type]
  if (!tellsDelivery) {
    return type === 'bulk'
      ? `${title}, in one parcel.`
      : `${title}, to ${plural(item.cardCount, 'person', 'people')}.`
  }
  const sentence = deliverySentence(order, type, item.cardCount, timeZone)
  return `${title}: ${sentence ?? 'delivery is not chosen yet.'}`
}
