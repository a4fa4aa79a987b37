import type { OutputOf } from '@laurel/contract/wire-types'
import { ARTS } from '@laurel/domain/card-design'
import { mergeMessage } from '@laurel/domain/message-merge'
import type { Camelized } from '../../app/case.ts'
import type { CardLook } from './CardCanvas.tsx'

export type CardItem = Camelized<OutputOf<'getCardItem'>>

/** A merge field with the comma and space before it, as in "Thank you, {first name}". */
const NAMELESS = /,?\s*\{[^{}]{1,40}\}/g

type CardPerson = { firstName: string; lastName: string; amountCents: number | null }

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
