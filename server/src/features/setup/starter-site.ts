import { randomBytes, randomUUID } from 'node:crypto'
import { LANDING_TEXTS } from '@laurel/domain/landing-texts'
import { endSentence } from '@laurel/domain/sentence'
import type { AccountsRecord } from '../sites/site-records.ts'
import type { NewSite } from './create-site.ts'
import { STARTER_TEMPLATES, starterRewards } from './starter-catalog.ts'

/** Neutral colors, with enough contrast for text on the first and the third. */
const COLORS = ['#24507A', '#D98E2B', '#18222D'] as const
/** More doesn't fit on a card's face. */
const SHORT_NAME_LENGTH = 24

/** A new site: neutral, complete, and without anything that only its staff can know. */
export function starterSite(given: {
  slug: string
  name: string
  host: string
  supportEmail: string
  timeZone: string
}): NewSite {
  const { slug, name, host, supportEmail, timeZone } = given
  const shortName = [...name].slice(0, SHORT_NAME_LENGTH).join('').trim()
  return {
    slug,
    hosts: [host],
    name,
    shortName,
    networkName: shortName,
    timeZone,
    colors: COLORS,
    brand: {
      card_mark: { paths: [], word: shortName, serif: false },
      favicon: '',
      iso_logo: '',
      site_logo: '',
      negative_logo: '',
    },
    support: { email: supportEmail, phone: '', hours: '' },
    // Staff write these texts, because only they know what they promise.
    legalTexts: [],
    accounts: { ...ACCOUNTS, ...poolIds(), blocked_words: wordsOf(name) },
    rewards: starterRewards(shortName),
    templates: STARTER_TEMPLATES,
    landing: {
      ...LANDING_TEXTS,
      footer: { title: '', lead: endSentence(`Reward cards from ${name}`), items: [] },
    },
  }
}

/** How customers sign in, unless staff change it. */
export const ACCOUNTS = {
  password_policy: {
    min_length: 8,
    require_lowercase: false,
    require_uppercase: false,
    require_numbers: false,
    require_symbols: false,
  },
  mfa: 'optional',
  mfa_types: ['TOTP', 'EMAIL', 'SMS'],
  sign_up_fields: [],
  auth_flow: 'USER_PASSWORD_AUTH',
  initial_screen: 'signIn',
  email_code_sign_in: false,
  hide_accounts: false,
} satisfies Partial<AccountsRecord>

/** In the form that Amazon Cognito's clients expect. */
function poolIds() {
  const letters = (count: number) => randomBytes(count).toString('hex').slice(0, count)
  return {
    user_pool_id: `us-east-1_${letters(12)}`,
    client_id: letters(26),
    identity_pool_id: `us-east-1:${randomUUID()}`,
  }
}

/** A password made of these is easy to guess. */
function wordsOf(name: string): string[] {
  return [...new Set([...(name.toLowerCase().match(/\p{L}{4,}/gu) ?? []), 'rewards', 'laurel'])]
}
