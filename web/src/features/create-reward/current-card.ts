import type { CardDesign } from '@laurel/domain/card-design'
import { type MessageRecipient, mergeMessage } from '@laurel/domain/message-merge'
import { formatDollars } from '@laurel/domain/money'
import type { RewardType } from '@laurel/domain/reward-type'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useSetupStore } from '../../app/setup-store.ts'
import type { CardLook } from '../../parts/card/CardCanvas.tsx'
import type { CardItem } from '../../parts/card/CardItemCanvas.tsx'
import { cardItemQueries, catalogQueries, type Reward, type Template } from './create-reward.queries.ts'

/** The current card's reward type, which the step's guard requires. */
export function useRewardType(): RewardType {
  return useSetupStore((setup) => setup.rewardType) ?? 'direct'
}

export function useTemplate(): Template | undefined {
  const templateId = useSetupStore((setup) => setup.templateId)
  const { data: templates } = useSuspenseQuery(catalogQueries.templates())
  return templates.find(({ id }) => id === templateId) ?? templates[0]
}

/** The site's rewards and the selected one; by default, the first for the reward type. */
export function useReward(): { rewards: readonly Reward[]; reward: Reward | undefined } {
  const rewardType = useRewardType()
  const rewardId = useSetupStore((setup) => setup.rewardId)
  const { data: rewards = [] } = useQuery(catalogQueries.rewards())
  const reward =
    rewards.find(({ id }) => id === rewardId) ??
    rewards.find(({ rewardTypes }) => rewardTypes.includes(rewardType))
  return { rewards, reward }
}

/**
 * The current draft, for steps after the design. While the card moves to the cart, the
 * store is already empty but the screen is still open, so the caller keeps the draft's ID.
 */
export function useDraft(itemId: number): CardItem {
  return useSuspenseQuery(cardItemQueries.one(itemId)).data
}

/** Shown until there are recipients. */
export const SAMPLE_PERSON: Readonly<MessageRecipient> = {
  firstName: 'Maya',
  lastName: 'Okafor',
  amountCents: 50_00,
}

const SAMPLE_ACCOUNT = '4417  ••••  ••••  2096'

type CardOf = {
  design: CardDesign
  template: Template | undefined
  rewardType: RewardType
  person?: Pick<MessageRecipient, 'firstName' | 'lastName'>
  /** The card's value, which is not printed while unknown. */
  amountCents?: number | null
  /** The selected reward's network. */
  networkName?: string | undefined
}

/** The current card, personalized. */
export function cardLook({
  design,
  template,
  rewardType,
  person = SAMPLE_PERSON,
  amountCents = null,
  networkName,
}: CardOf): CardLook {
  const recipient = { ...person, amountCents: amountCents ?? SAMPLE_PERSON.amountCents }
  return {
    art: template?.background.art ?? 'plain',
    backgroundImageUrl: template?.background.image,
    tone: design.tone,
    gradient: design.gradient,
    line1: lineFor(design.line1, rewardType, recipient),
    line2: lineFor(design.line2, rewardType, recipient),
    rewardType,
    recipientName: `${person.firstName} ${person.lastName}`.trim(),
    accountText: SAMPLE_ACCOUNT,
    ...(networkName && { networkName }),
    ...(amountCents !== null && { amountText: formatDollars(amountCents) }),
    logoUrl: logoUrl(design.logoFileKey),
    logoOneColor: design.logoOneColor,
  }
}

/** Bulk cards have no recipient names, so their lines are printed unchanged. */
function lineFor(line: string, rewardType: RewardType, person: MessageRecipient): string {
  return rewardType === 'bulk' ? line : mergeMessage(line, person)
}

export function logoUrl(key: string | null): string | null {
  return key === null ? null : `/api/v1/files/${encodeURIComponent(key)}/`
}
