import { mergeMessage } from '@laurel/domain/message-merge'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { templatesQuery } from '../../app/template.queries.ts'
import { CardCanvas } from '../../parts/card/CardCanvas.tsx'
import { type CardItem, cardItemLook } from '../../parts/card/card-item-look.ts'
import { orderListQueries } from './order-lists.queries.ts'
import { fullName } from './recipient-words.ts'

/** The order's first card as the first person on its list gets it; a bulk card goes to nobody in particular. */
export function FirstCard({ orderId, item }: { orderId: number; item: CardItem }) {
  const type = item.rewardTypeData.name
  const { data: templates } = useQuery(templatesQuery)
  const { data: lists } = useInfiniteQuery({
    ...orderListQueries.recipients(orderId, item.id, ''),
    enabled: type !== 'bulk',
  })
  const template = templates?.find(({ id }) => id === item.rewardCardTemplateId)
  const look = cardItemLook(item, template?.background.image)
  const person = lists?.pages[0]?.results[0]
  if (type === 'bulk' || !person) return <CardCanvas look={look} leaning />

  const amountCents = person.amountCents ?? item.denominationCents ?? 0
  const words = { ...person, amountCents }
  return (
    <CardCanvas
      leaning
      look={{
        ...look,
        line1: mergeMessage(item.design.line1, words),
        line2: mergeMessage(item.design.line2, words),
        recipientName: fullName(person),
      }}
    />
  )
}
