import type { CardDesign } from '@laurel/domain/card-design'
import { type MessageRecipient, mergeMessage } from '@laurel/domain/message-merge'
import { formatDollars } from '@laurel/domain/money'
import type { RewardType } from '@laurel/domain/reward-type'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useSetupStore } from '../../app/setup-store.ts'
import type { CardLook } from '../../parts/card/CardCanvas.tsx'
import {
  type CardItem,
  cardItemQueries,
  catalogQueries,
  type Reward,
  type Template,
} from './create-reward.queries.ts'

/** The type of the card being made. The step's guard has made sure that there is one. */
export function useRewardType(): RewardType {
  return useSetupStore((setup) => setup.rewardType) ?? 'direct'
}

export function useTemplate(): Template | undefined {
  const templateId = useSetupStore((setup) => setup.templateId)
  const { data: templates } = useSuspenseQuery(catalogQueries.templates())
  return templates.find(({ id }) => id === templateId) ?? templates[0]
}

/** The rewards of this site, and the one that is chosen: without a choice the first that fits the kind of card. */
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
 * The draft at hand, for the steps behind the design. While the card is being handed over to the
 * cart the store is already empty and the screen still stands: it keeps the draft it had.
 */
export function useDraft(itemId: number): CardItem {
  return useSuspenseQuery(cardItemQueries.one(itemId)).data
}

/** Stands in until there are recipients. */
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
  /** What the card holds; unknown, it is not printed. */
  amountCents?: number | null
  /** The reward's, where one is chosen. */
  networkName?: string | undefined
}

/** The card at hand as one person gets it. */
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

/** Bulk cards know nobody's name: their lines are printed as they are. */
function lineFor(line: string, rewardType: RewardType, person: MessageRecipient): string {
  return rewardType === 'bulk' ? line : mergeMessage(line, person)
}

export function logoUrl(key: string | null): string | null {
  return key === null ? null : `/api/v1/files/${encodeURIComponent(key)}/`
}
