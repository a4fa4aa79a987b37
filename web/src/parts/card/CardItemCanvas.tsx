import { useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { templatesQuery } from '../../app/template.queries.ts'
import { CardCanvas } from './CardCanvas.tsx'
import { type CardItem, cardItemLook } from './card-item-look.ts'

type CardItemCanvasProps = {
  item: CardItem
  thumb?: boolean
  leaning?: boolean
  className?: string
  style?: CSSProperties
}

/** The card of a card item, with its template's own picture where it has one. */
export function CardItemCanvas({ item, ...rest }: CardItemCanvasProps) {
  const { data: templates } = useQuery(templatesQuery)
  const template = templates?.find(({ id }) => id === item.rewardCardTemplateId)
  return <CardCanvas look={cardItemLook(item, template?.background.image)} {...rest} />
}
