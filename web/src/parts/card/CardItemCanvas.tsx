import { api } from '@laurel/contract/routes'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { call } from '../../app/call.ts'
import { templatesQuery } from '../../app/template.queries.ts'
import { CardCanvas } from './CardCanvas.tsx'
import { type CardItem, cardItemLook } from './card-item-look.ts'

const firstPersonQuery = (cardItemId: number) =>
  queryOptions({
    queryKey: ['recipients', cardItemId, 'at', 1],
    queryFn: async () => {
      const { results } = await call(api.listRecipients, { query: { cardItemId, page: 1, pageSize: 1 } })
      return results[0] ?? null
    },
  })

type CardItemCanvasProps = {
  item: CardItem
  /** Shown as the first person of its list gets it. */
  ofFirstPerson?: boolean
  thumb?: boolean
  leaning?: boolean
  className?: string
  style?: CSSProperties
}

/** The card of a card item, with its template's own picture where it has one. */
export function CardItemCanvas({ item, ofFirstPerson = false, ...rest }: CardItemCanvasProps) {
  const { data: templates } = useQuery(templatesQuery)
  const template = templates?.find(({ id }) => id === item.rewardCardTemplateId)
  const { data: person } = useQuery({
    ...firstPersonQuery(item.id),
    enabled: ofFirstPerson && item.recipientCount > 0,
  })
  return <CardCanvas look={cardItemLook(item, template?.background.image, person)} {...rest} />
}
