import { expect, test } from 'vitest'
import { textsOf } from '../../texts.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { OrderToTell } from './order-mails.repo.ts'
import { newsOf, peopleToFix, typesOf } from './order-news-words.ts'

const own = { subject: '{company}: {news}', heading: 'Hi {first name}!', text: '{details}', button: 'Look' }
const i18n = textsOf('en')
const SITE = { language: 'en', mail_texts: { shipped: own } } as unknown as SiteRow
const ORDER = {
  ...{ number: '10482', first_name: '', bill_to: { legal_business_name: 'Halden Tools' } },
} as unknown as OrderToTell
const STANDING = {
  ...{ mailed: 0, unsent: 0, bounced: 0, lettersBack: 0, parcelsBack: 0 },
  ...{ carrier: 'UPS', trackingNumber: '1Z999AA10123456784' },
}
const parcel = { kind: 'parcel_mailed', cardCount: 0, amountCents: 0 } as const
const approved = { kind: 'order_approved', cardCount: 0, amountCents: 0 } as const

test('a site’s own texts are used for what shipped, with tracking, and for no other news', () => {
  const url = 'https://shop.example/my-rewards'
  const told = { site: SITE, order: ORDER, standing: STANDING, url, shown: [] }
  const shipped = newsOf(i18n, { ...told, news: [parcel] })
  expect([shipped.subject, shipped.title]).toEqual([
    'Halden Tools: the parcel for order 10482 is on its way',
    'Hi!',
  ])
  expect(shipped.parts.map(({ kind }) => kind)).toEqual(['rows', 'link'])
  expect(shipped.parts.at(-1)).toMatchObject({ label: 'Look' })
  const other = newsOf(i18n, { ...told, news: [approved] })
  expect([other.subject, other.parts.at(-1)]).toMatchObject([
    'Your order 10482 is approved',
    { label: 'See order 10482' },
  ])
})

test('news of one kind of cards shows only those', () => {
  expect(typesOf([parcel])).toEqual(new Set(['bulk']))
  expect(typesOf([parcel, approved])).toBeUndefined()
})

test('people who need attention are named with the problem and a suggestion', () => {
  const person = { first_name: 'Elif', last_name: 'Demir', email: 'elif@gmial.com', value_cents: 7_500 }
  const address = { address1: '88 Tannery Row', city: 'Lowell', state: 'MA', zip: '01852' }
  const bounced = { ...person, ...address, reward_type: 'digital', problem: '' }
  const returned = { ...bounced, reward_type: 'direct', problem: 'No unit number' }
  expect(peopleToFix(i18n, [bounced, returned], 7)).toEqual([
    {
      kind: 'items',
      items: [
        {
          ...{ name: 'Elif Demir', problem: 'Bounced', amount: '$75.00' },
          lines: ['elif@gmial.com', 'Did you mean elif@gmail.com?'],
        },
        {
          ...{ name: 'Elif Demir', problem: 'No unit number', amount: '$75.00' },
          lines: ['88 Tannery Row, Lowell, MA 01852'],
        },
      ],
    },
    { kind: 'note', text: 'And 5 more in your order.' },
  ])
})
