import { api } from '@laurel/contract/routes'
import { ARTS } from '@laurel/domain/card-design'
import { mergeMessage } from '@laurel/domain/message-merge'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CSSProperties } from 'react'
import { type AnswerOf, call } from '../../app/call.ts'
import { CardCanvas, type CardLook } from './CardCanvas.tsx'

const firstPersonQuery = (cardItemId: number) =>
  queryOptions({
    queryKey: ['recipients', cardItemId, 'at', 1],
    queryFn: async () => {
      const { results } = await call(api.listRecipients, { query: { cardItemId, page: 1, pageSize: 1 } })
      return results[0] ?? null
    },
  })

type CardItemCanvasProps = {
  item: Parameters<typeof cardItemLook>[0] & Pick<CardItem, 'id' | 'rewardCardTemplateId' | 'recipientCount'>
  /** Personalized for the first person on its list. */
  ofFirstPerson?: boolean
  /** Personalized for this person. */
  person?: CardPerson | undefined
  thumb?: boolean
  leaning?: boolean
  className?: string
  style?: CSSProperties
}

/** A card item's card, with its template's background image. */
export function CardItemCanvas({
  item,
  ofFirstPerson = false,
  person,
  thumb = false,
  ...rest
}: CardItemCanvasProps) {
  const { data: templates } = useQuery(templatesQuery)
  const template = templates?.find(({ id }) => id === item.rewardCardTemplateId)
  const { data: first } = useQuery({
    ...firstPersonQuery(item.id),
    enabled: ofFirstPerson && item.recipientCount > 0,
  })
  const look = cardItemLook(item, template?.background.image, person ?? first)
  // A thumbnail is of all cards of the item: a placeholder would read as a person's name.
  return <CardCanvas look={thumb ? { recipientName: null, ...look } : look} thumb={thumb} {...rest} />
}

/** The site's card templates, loaded once per visit because they rarely change. */
export const templatesQuery = queryOptions({
  queryKey: ['catalog', 'templates'],
  queryFn: () => call(api.listTemplates),
  staleTime: Number.POSITIVE_INFINITY,
})

export type CardItem = AnswerOf<'getCardItem'>

/** A merge field with the comma and space before it, as in "Thank you, {first name}". */
const NAMELESS = /,?\s*\{[^{}]{1,40}\}/g

export type CardPerson = { firstName: string; lastName: string; amountCents: number | null }

/** How a card item looks for one person, or without merge fields. */
export function cardItemLook(
  item: Pick<CardItem, 'art' | 'brand' | 'denominationCents' | 'design' | 'reward' | 'rewardTypeData'>,
  backgroundImageUrl?: string | null,
  person?: CardPerson | null,
): CardLook {
  const { tone, gradient, line1, line2, logoFileKey, logoOneColor } = item.design
  const words = (line: string) =>
    person
      ? mergeMessage(line, { ...person, amountCents: person.amountCents ?? item.denominationCents ?? 0 })
      : line.replace(NAMELESS, '').trim()
  return {
    art: ARTS.find((art) => art === item.art) ?? 'plain',
    tone,
    gradient,
    line1: words(line1),
    line2: words(line2),
    ...(person && { recipientName: `${person.firstName} ${person.lastName}`.trim() }),
    rewardType: item.rewardTypeData.name,
    logoUrl: logoFileKey && `/api/v1/files/${encodeURIComponent(logoFileKey)}/`,
    logoOneColor,
    brand: item.brand,
    networkName: item.brand?.networkName ?? item.reward.network,
    backgroundImageUrl,
  }
}
