import { api } from '@laurel/contract/routes'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { call } from '../../app/call.ts'
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
  /** Personalized for the first person on its list. */
  ofFirstPerson?: boolean
  thumb?: boolean
  leaning?: boolean
  className?: string
  style?: CSSProperties
}

/** A card item's card, with its template's background image. */
export function CardItemCanvas({ item, ofFirstPerson = false, ...rest }: CardItemCanvasProps) {
  const { data: templates } = useQuery(templatesQuery)
  const template = templates?.find(({ id }) => id === item.rewardCardTemplateId)
  const { data: person } = useQuery({
    ...firstPersonQuery(item.id),
    enabled: ofFirstPerson && item.recipientCount > 0,
  })
  return <CardCanvas look={cardItemLook(item, template?.background.image, person)} {...rest} />
}

/** The site's card templates, loaded once per visit because they rarely change. */
export const templatesQuery = queryOptions({
  queryKey: ['catalog', 'templates'],
  queryFn: () => call(api.listTemplates),
  staleTime: Number.POSITIVE_INFINITY,
})
