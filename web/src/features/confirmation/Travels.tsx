import { REWARD_TYPE_TITLES, REWARD_TYPES } from '@laurel/domain/reward-type'
import { useQuery } from '@tanstack/react-query'
import { type LucideIcon, Mail, Mailbox, Package } from 'lucide-react'
import { useSite } from '../../app/site.ts'
import { deliverySentence, type Order } from '../../parts/delivery-text.ts'
import { Icon } from '../../parts/Icon.tsx'
import { arrivalSentence } from './arrival-sentence.ts'
import { receiptQueries } from './confirmation.queries.ts'

const ICONS: Record<(typeof REWARD_TYPES)[number], LucideIcon> = {
  bulk: Package,
  direct: Mailbox,
  digital: Mail,
}

/** How each kind of card in the order travels. */
export function Travels({ order }: { order: Order }) {
  const { timeZone } = useSite()
  const { data: options = [] } = useQuery(receiptQueries.deliveries())
  const kinds = REWARD_TYPES.flatMap((type) => {
    const items = order.cardItems.filter((item) => item.rewardTypeData.name === type)
    const cards = items.reduce((sum, item) => sum + item.cardCount, 0)
    const sentence = deliverySentence(order, type, cards, timeZone)
    if (items.length === 0 || !sentence) return []
    return [{ type, sentence: `${sentence} ${arrivalSentence(order, type, options)}`.trim() }]
  })
  return (
    <ul className="mt-10 grid gap-3">
      {kinds.map(({ type, sentence }) => (
        <li key={type} className="flex gap-3">
          <Icon of={ICONS[type]} size={22} className="mt-px text-accent-text" />
          <span>
            <b className="font-semibold">{REWARD_TYPE_TITLES[type]}</b>
            <span className="text-muted"> {sentence}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
