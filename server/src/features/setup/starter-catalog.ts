import type { RewardCardTemplate } from '@laurel/contract/catalog'
import type { Art, Tone } from '@laurel/domain/card-design'
import { REWARD_TYPE_DESCRIPTIONS, REWARD_TYPE_TITLES, type RewardType } from '@laurel/domain/reward-type'
import type * as z from 'zod'

export type Template = Omit<z.infer<typeof RewardCardTemplate>, 'id'>

export type Reward = {
  name: string
  network: string
  description: string
  reward_types: string[]
  min_value_cents: number
  max_value_cents: number
}

/** The catalog of a new site; staff can change every part in the office. */
export const STARTER_TEMPLATES: readonly Template[] = [
  drawnTemplate(/*i18n*/ 'Laurel', 'laurel', 'deep', 'Thank you', 'For everything you do.'),
  drawnTemplate(/*i18n*/ 'First light', 'hills', 'deep', 'Well earned', 'With our congratulations.'),
  drawnTemplate(/*i18n*/ 'Arches', 'arches', 'bright', 'Welcome', 'We are glad you are here.'),
  drawnTemplate(/*i18n*/ 'Confetti', 'confetti', 'paper', 'You did it', 'Here is to you.'),
  drawnTemplate(/*i18n*/ 'Contour', 'contour', 'pale', 'With thanks', 'From all of us'),
  drawnTemplate(/*i18n*/ 'Rosette', 'rosette', 'ink', 'For you', 'Because you earned it.'),
]

/** @param network where the card is accepted, as its letter says */
export function starterRewards(network: string): Reward[] {
  return [
    {
      name: /*i18n*/ 'Reward card',
      network,
      description: /*i18n*/ 'A prepaid card with the value you choose.',
      reward_types: ['bulk', 'direct', 'digital'],
      min_value_cents: 1_000,
      max_value_cents: 100_000,
    },
  ]
}

/** A template whose layers are all drawn: no image is needed. */
export function drawnTemplate(name: string, art: Art, tone: Tone, line1: string, line2: string): Template {
  const drawn = { image: null }
  return {
    name,
    background: { art, image: null },
    gradient: { strength: 'soft', image: null },
    fulfillment_layout: { bulk: drawn, direct: drawn, digital: drawn },
    user_layout: { tone, line1, line2, takes_logo: true },
    preview: '',
  }
}

const needs = {
  bulk: { needs: /*i18n*/ 'One address', good_for: 'Events, welcome kits, handing out in person' },
  direct: { needs: /*i18n*/ 'Names and addresses', good_for: 'Remote teams, customers, anniversaries' },
  digital: {
    needs: /*i18n*/ 'Names and email addresses',
    good_for: 'Referrals, surveys, thanks that can’t wait',
  },
}
const arrives = {
  bulk: /*i18n*/ '3 to 5 business days',
  direct: /*i18n*/ '5 to 8 business days',
  digital: /*i18n*/ 'Minutes after approval',
}

export const REWARD_INFOS = (['bulk', 'direct', 'digital'] as const).map((name: RewardType) => ({
  name,
  title: REWARD_TYPE_TITLES[name],
  description: REWARD_TYPE_DESCRIPTIONS[name],
  ...needs[name],
  arrives: arrives[name],
}))

export const AMOUNTS_CENTS = [1_000, 2_500, 5_000, 7_500, 10_000, 25_000]

const shipped = { reward_type: 'bulk', carrier: 'UPS', per: 'shipment' } as const
const mailed = { reward_type: 'direct', carrier: 'USPS', per: 'recipient' } as const

export const SHIPPING_OPTIONS = [
  { ...shipped, service: 'UPS Ground', price_cents: 1_840, min_days: 3, max_days: 5 },
  { ...shipped, service: 'UPS 2nd Day Air', price_cents: 3_260, min_days: 2, max_days: 2 },
  { ...shipped, service: 'UPS Next Day Air', price_cents: 5_875, min_days: 1, max_days: 1 },
  { ...mailed, service: 'USPS First-Class', price_cents: 86, min_days: 5, max_days: 8 },
  { ...mailed, service: 'USPS Ground Advantage', price_cents: 490, min_days: 3, max_days: 5 },
  {
    reward_type: 'digital',
    carrier: 'email',
    per: 'recipient',
    service: 'Email',
    price_cents: 0,
    min_days: 0,
    max_days: 0,
  },
] as const

/** Without merge fields: bulk cards aren't addressed to a person. */
export const MESSAGES = [
  [/*i18n*/ 'Thank you', 'Thank you for the work you put in. This is a small thank-you for a big effort.'],
  [
    /*i18n*/ 'Thank you',
    'You made a hard season look easy, and you did it with good humor. Spend this on something that makes you smile.',
  ],
  [
    /*i18n*/ 'Work anniversary',
    'Another year, and the place is better for it. Thank you for staying and for caring.',
  ],
  [
    /*i18n*/ 'Work anniversary',
    'Ten years ago you walked in on a Monday. We’re glad you did. Thank you for everything.',
  ],
  [
    /*i18n*/ "Season's greetings",
    'Warm wishes from all of us. May your days off be quiet and your table full.',
  ],
  [
    /*i18n*/ "Season's greetings",
    'The year is almost over. Thank you for your part in it, and here’s to the next one.',
  ],
  [/*i18n*/ 'Welcome', 'Welcome aboard. Lunch is on us this week. We are glad you are here.'],
  [/*i18n*/ 'Welcome', 'Thank you for choosing us. Here is something to begin with.'],
  [/*i18n*/ 'Congratulations', 'You earned this one. The whole team saw how much went into it.'],
  [/*i18n*/ 'Birthday', 'Happy birthday. Have the good cake today.'],
  [/*i18n*/ 'Referral', 'You told a friend about us, and it meant a lot. This is our thanks.'],
  [/*i18n*/ 'Survey', 'You took the time to tell us what you think. Thank you. We read every word.'],
] as const

export const HEARD_ABOUT_OPTIONS = [
  /*i18n*/ 'A colleague',
  /*i18n*/ 'A friend or family member',
  /*i18n*/ 'I received a card myself',
  /*i18n*/ 'A web search',
  /*i18n*/ 'An event or trade show',
  /*i18n*/ 'Social media',
  /*i18n*/ 'An account manager',
  /*i18n*/ 'Another way',
]
