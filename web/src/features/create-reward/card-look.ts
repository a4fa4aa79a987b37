import type { CardDesign } from '@laurel/domain/card-design'
import { type MessageRecipient, mergeMessage } from '@laurel/domain/message-merge'
import { formatDollars } from '@laurel/domain/money'
import type { RewardType } from '@laurel/domain/reward-type'
import type { CardLook } from '../../parts/card/CardCanvas.tsx'
import type { Template } from './create-reward.queries.ts'

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
