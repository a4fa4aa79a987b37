import type { OutputOf } from '@laurel/contract/wire-types'
import { ARTS } from '@laurel/domain/card-design'
import type { Camelized } from '../../app/case.ts'
import type { CardLook } from './CardCanvas.tsx'

export type CardItem = Camelized<OutputOf<'getCardItem'>>

/** A merge field with the comma and blank before it: "Thank you, {first name}" without a person. */
const NAMELESS = /,?\s*\{[^{}]{1,40}\}/g

/** How a card item looks as itself, for nobody in particular: in the cart, at checkout, on a receipt. */
export function cardItemLook(
  item: Pick<CardItem, 'art' | 'brand' | 'design' | 'reward' | 'rewardTypeData'>,
  backgroundImageUrl?: string | null,
): CardLook {
  const { tone, gradient, line1, line2, logoFileKey, logoOneColor } = item.design
  return {
    art: ARTS.find((art) => art === item.art) ?? 'plain',
    tone,
    gradient,
    line1: line1.replace(NAMELESS, '').trim(),
    line2: line2.replace(NAMELESS, '').trim(),
    rewardType: item.rewardTypeData.name,
    logoUrl: logoFileKey && `/api/v1/files/${encodeURIComponent(logoFileKey)}/`,
    logoOneColor,
    brand: item.brand,
    networkName: item.brand?.networkName ?? item.reward.network,
    backgroundImageUrl,
  }
}
