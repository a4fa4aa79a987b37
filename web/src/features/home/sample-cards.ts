import type { CardLayer } from '@laurel/domain/card-face'
import type { CardLook } from '../../parts/card/CardCanvas.tsx'

/** A fictitious customer, to show a card with a logo. */
const HALDEN: NonNullable<CardLook['organizationLogo']> = {
  paths: [{ d: 'M3 2h8v28H3zM21 2h8v28h-8zM11 12.5h10v7H11z', second: false }],
  word: 'Halden Tools',
  serif: false,
}

const PLAIN: CardLook = {
  art: 'laurel',
  tone: 'deep',
  gradient: 'soft',
  line1: '',
  line2: '',
  rewardType: 'direct',
}

export const WITHOUT_WORDS: readonly CardLayer[] = ['background', 'gradient']
export const WITHOUT_FULFILLMENT: readonly CardLayer[] = ['background', 'gradient', 'user', 'logo']

export const HERO_CARD: CardLook = {
  ...PLAIN,
  line1: 'Thank you, Maya',
  line2: 'For a winter no one will forget.',
  recipientName: 'Maya Okafor',
}
export const HERO_CARD_BEHIND: CardLook = { ...PLAIN, art: 'confetti', tone: 'paper' }

export const BULK_CARD: CardLook = {
  ...PLAIN,
  art: 'arches',
  tone: 'bright',
  line1: 'Welcome aboard',
  line2: 'Lunch is on us.',
  rewardType: 'bulk',
}
export const DIRECT_CARD: CardLook = {
  ...PLAIN,
  line1: 'Thank you',
  line2: 'For ten good years.',
  recipientName: 'Maya Okafor',
}
export const DIGITAL_CARD: CardLook = {
  ...PLAIN,
  art: 'hills',
  line1: 'Well earned',
  rewardType: 'digital',
  accountText: '4417  ••••  ••••  2096',
  organizationLogo: HALDEN,
}

const CONTOUR: CardLook = { ...PLAIN, art: 'contour', organizationLogo: HALDEN }
const WRITTEN: CardLook = { ...CONTOUR, line1: 'With thanks', line2: 'From all of us' }
const ADDRESSED: CardLook = { ...WRITTEN, recipientName: 'Maya Okafor' }

/** One card, step by step. */
export const STEP_CARDS: readonly { look: CardLook; layers?: readonly CardLayer[] }[] = [
  { look: CONTOUR, layers: WITHOUT_WORDS },
  { look: WRITTEN, layers: WITHOUT_FULFILLMENT },
  { look: ADDRESSED },
  { look: { ...ADDRESSED, amountText: '$50' } },
]

export const CLOSING_CARD: CardLook = {
  ...PLAIN,
  art: 'hills',
  line1: 'Well earned',
  line2: 'Ten years at Halden Tools',
  recipientName: 'Priya Nair',
  organizationLogo: HALDEN,
}
