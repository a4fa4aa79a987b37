import { readFileSync } from 'node:fs'
import type { ProviderSettings } from '../features/payments/provider-settings.ts'
import { drawnTemplate } from '../features/setup/starter-catalog.ts'
import { ACCOUNTS } from '../features/setup/starter-site.ts'
import type { AccountsRecord, CardLogo } from '../features/sites/site-records.ts'
import { ACORN_LANDING, NORTHWIND_LANDING } from './demo-landing.ts'
import { DANA, MARCUS } from './demo-people.ts'

type Slug = 'northwind' | 'acorn'

const CARD_LOGOS: Record<Slug, CardLogo> = JSON.parse(
  readFileSync(new URL('../../assets/demo/card-logos.json', import.meta.url), 'utf8'),
)

/** The sandbox knows two merchants by this login; it opens nothing anywhere else. */
const SANDBOX_LOGIN = {
  userId: 'laurelweb',
  pin: 'SANDBOX000000000000000000000000000000000000000000000000000000PIN',
}

/** The logos lie in `server/assets/demo/` and are served under `/brand/`. */
function brand(slug: Slug) {
  return {
    card_mark: CARD_LOGOS[slug],
    favicon: `/brand/${slug}/favicon.svg`,
    iso_logo: `/brand/${slug}/iso-logo.svg`,
    site_logo: `/brand/${slug}/site-logo.svg`,
    negative_logo: `/brand/${slug}/negative-logo.svg`,
  }
}

export const NORTHWIND = {
  slug: 'northwind',
  organization: 'Northwind Rewards',
  hosts: ['localhost', '127.0.0.1', 'northwind.localhost'],
  name: 'Northwind Rewards',
  shortName: 'Northwind',
  colors: ['#0B6B4F', '#F2A93B', '#12211C'],
  brand: brand('northwind'),
  support: {
    email: 'help@northwind.example',
    phone: '(800) 555-0142',
    hours: 'weekdays 8 to 6 Central',
    postalAddress: '1200 Larch Avenue, Suite 400, Minneapolis, MN 55403',
  },
  accounts: {
    ...ACCOUNTS,
    user_pool_id: 'us-east-1_Northwind1',
    client_id: '3n0rthw1ndrewardsweb7k2f9q',
    identity_pool_id: 'us-east-1:5b0c3d52-6f3e-4c7e-9d0a-2f6f1c0b7a11',
    blocked_words: ['northwind', 'rewards', 'laurel', 'meridian'],
  } satisfies AccountsRecord,
  templates: [
    drawnTemplate('Laurel', 'laurel', 'deep', 'Thank you', 'For everything you do.'),
    drawnTemplate('First light', 'hills', 'deep', 'Well earned', 'With our congratulations.'),
    drawnTemplate('Arches', 'arches', 'bright', 'Welcome', 'We are glad you are here.'),
    drawnTemplate('Confetti', 'confetti', 'paper', 'You did it', 'Here is to you.'),
    drawnTemplate('Contour', 'contour', 'pale', 'With thanks', 'From all of us'),
    drawnTemplate('Rosette', 'rosette', 'ink', 'For you', 'Something small, well meant.'),
  ],
  landing: NORTHWIND_LANDING,
  merchant: { merchantId: '700001', ...SANDBOX_LOGIN } satisfies ProviderSettings['elavon_cc'],
  remit: {
    self_hosted_bank: {
      lines: [
        { label: 'Account holder', value: 'Northwind Rewards, Inc.' },
        { label: 'Bank', value: 'Prairie National Bank' },
        { label: 'Routing number', value: '110000000' },
        { label: 'Account number', value: '000123456789' },
      ],
    },
    self_hosted_check: {
      lines: [
        { label: 'Payable to', value: 'Northwind Rewards, Inc.' },
        { label: 'Mail to', value: 'Northwind Rewards, PO Box 4120, Chicago, IL 60680' },
      ],
    },
  },
  customer: DANA,
  staff: { email: 'staff@northwind.example', name: 'Robin Hale' },
} as const

export const ACORN = {
  slug: 'acorn',
  organization: 'Acorn & Co.',
  hosts: ['acorn.localhost'],
  name: 'Acorn & Co.',
  shortName: 'Acorn & Co.',
  colors: ['#E8551C', '#2B3A8C', '#231B35'],
  brand: brand('acorn'),
  support: {
    email: 'hello@acorn.example',
    phone: '(800) 555-0178',
    hours: 'weekdays 8 to 6 Central',
    postalAddress: '48 Mill Street, Portland, ME 04101',
  },
  accounts: {
    ...ACCOUNTS,
    user_pool_id: 'us-east-1_AcornAndCo1',
    client_id: '5ac0rnandcompanyweb4m8t1xz',
    identity_pool_id: 'us-east-1:c2a9e1f4-1b7d-4e58-8a36-0d94b7e35f22',
    blocked_words: ['acorn', 'rewards', 'laurel', 'meridian'],
  } satisfies AccountsRecord,
  templates: [
    drawnTemplate('First light', 'hills', 'deep', 'Well earned', 'It did not go unnoticed.'),
    drawnTemplate('Laurel', 'laurel', 'deep', 'Thank you', 'For the good work.'),
    drawnTemplate('Contour', 'contour', 'pale', 'With thanks', 'From everyone here'),
    drawnTemplate('Arches', 'arches', 'bright', 'Welcome aboard', 'Lunch is on us.'),
    drawnTemplate('Rosette', 'rosette', 'ink', 'Just for you', 'Because you earned it.'),
    drawnTemplate('Confetti', 'confetti', 'paper', 'Hooray', 'You made it happen.'),
  ],
  landing: ACORN_LANDING,
  merchant: { merchantId: '700002', ...SANDBOX_LOGIN } satisfies ProviderSettings['elavon_cc'],
  remit: {
    self_hosted_bank: {
      lines: [
        { label: 'Account holder', value: 'Acorn & Co. LLC' },
        { label: 'Bank', value: 'Oak Street Savings' },
        { label: 'Routing number', value: '110000000' },
        { label: 'Account number', value: '000987654321' },
      ],
    },
    self_hosted_check: {
      lines: [
        { label: 'Payable to', value: 'Acorn & Co. LLC' },
        { label: 'Mail to', value: 'Acorn & Co., 55 Oak Street, Milwaukee, WI 53202' },
      ],
    },
  },
  customer: MARCUS,
  staff: { email: 'staff@acorn.example', name: 'June Park' },
} as const

export type DemoSite = typeof NORTHWIND | typeof ACORN
