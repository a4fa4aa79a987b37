import { NOTICE_KINDS } from '@laurel/domain/notice-words'
import { expect, test } from 'vitest'
import { escapedTexts, pseudoTexts } from '../../testing/pseudo-texts.ts'
import { textsOf } from '../../texts.ts'
import type { OrderDocument } from '../documents/order-document.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import { amountParts, arrivalOfNews, arrivalOfOrdered, cardParts, type OrderCards } from './order-cards.ts'
import type { OrderToTell } from './order-mails.repo.ts'
import { newsOf, peopleToFix } from './order-news-words.ts'
import { copied, type MailAbout, mailsAboutOrders, message, strayRefunded } from './order-words.ts'

const own = { subject: 'Own {order number}', heading: 'Own', text: 'Own', button: 'Own' }
const SITE = {
  ...{ name: 'Northwind', language: 'en', time_zone: 'America/Chicago' },
  mail_texts: { placed: own, shipped: own, delivered: own },
} as unknown as SiteRow
const ORDER = {
  ...{ number: '10482', first_name: 'Dana', total_cents: 5_000, decline_reason: 'Blurred' },
  ...{ status: 'pending_payment', bill_to: { legal_business_name: 'Halden' } },
} as unknown as OrderToTell
const remittance = {
  ...{
    reference: 'L10482',
    lines: [
      { label: 'Amount', value: '' },
      { label: 'Payable to', value: 'Northwind' },
    ],
  },
  note: 'Write the reference on your check so that we can match your payment.',
}
const DOCUMENT = {
  ...{ site: SITE, number: '10482', poNumber: 'PO-9', totalCents: 5_000, refundedCents: 0, clearing: null },
  ...{
    billTo: { person: 'Dana', business: 'Halden' },
    promised: { method: 'self_hosted_check', ...remittance },
  },
  ...{ value: { cents: 4_000 }, fees: { cents: 0 }, delivery: { cents: 1_000 }, terms: null },
} as unknown as OrderDocument
const DATA = /1Z\w+|Dana|Halden|Northwind|Blurred|Welcome|UPS|Dayton|OH|PO-9|gmail\.com|gmial\.com|elif/g

/** All mails about an order's money, in every state that they distinguish. */
function moneyMails(i18n = pseudoTexts) {
  const written: unknown[] = []
  const about: MailAbout = (_key, _documents, write) => async (payload) => {
    const states = [
      ...[{ balanceCents: 5_000 }, { balanceCents: 2_000 }, { balanceCents: -500 }],
      ...[{ balanceCents: 0 }, { balanceCents: 5_000, promised: null, clearing: 'bank_debit' as const }],
      { balanceCents: 5_000, promised: null, terms: { days: 30, dueOn: '2026-12-27', remittance } },
    ]
    for (const state of states) {
      for (const order of [ORDER, { ...ORDER, first_name: '', status: 'in_review' as const }]) {
        written.push(write(i18n, order, { ...DOCUMENT, ...state }, payload))
      }
    }
  }
  const handlers = mailsAboutOrders(about)
  const payload = { siteId: 1, orderId: 1, fundsId: 1, receivedCents: 700, nth: 1 }
  for (const handle of Object.values(handlers)) void handle(payload)
  for (const terms of [null, { days: 30, dueOn: '2026-12-27', remittance }]) {
    for (const balanceCents of [0, 5_000]) {
      const document = { ...DOCUMENT, balanceCents, terms }
      written.push(copied(i18n, document, 'invoice'), copied(i18n, document, 'receipt'))
      written.push(amountParts(i18n, { ...document, hasReceived: true }))
    }
  }
  for (const status of ['cart', 'approved'] as const) {
    for (const masked_account of ['', '1234']) {
      written.push(strayRefunded(i18n, SITE, { ...ORDER, status }, { amount_cents: 700, masked_account }))
    }
  }
  return [...written, message(i18n, ORDER, 'Dana', 'Halden')]
}

const STANDING = {
  ...{ mailed: 2, unsent: 2, bounced: 1, lettersBack: 1, parcelsBack: 1 },
  ...{ carrier: 'UPS', trackingNumber: '1Z999AA10123456784' },
}
const PERSON = {
  ...{ first_name: '', last_name: '', email: 'elif@gmial.com', value_cents: 7_500, problem: '' },
  ...{ address1: '1', city: 'Dayton', state: 'OH', zip: '45402' },
}

function news(i18n = pseudoTexts) {
  const people = ['digital', 'direct'].map((reward_type) => ({ ...PERSON, reward_type }))
  return NOTICE_KINDS.slice(0, NOTICE_KINDS.indexOf('person_joined')).map((kind) => {
    const told = { site: SITE, order: ORDER, standing: STANDING, url: 'https://shop.example' }
    const one = { kind, cardCount: 2, amountCents: 700 }
    return newsOf(i18n, { ...told, news: [one], shown: peopleToFix(i18n, people, 4) })
  })
}

function cards(i18n = pseudoTexts) {
  const types = ['bulk', 'direct', 'digital'] as const
  const items = types.map((name, id) => ({
    ...{ id, name: 'Welcome', card_count: 2, value_cents: 5_000, reward_type_data: { name } },
  }))
  const shipping = types.map((reward_type) => ({
    ...{ reward_type, service: 'UPS', send_at: null, min_days: 1, max_days: 3 },
  }))
  const about = { items, shipping, to: 'Dayton, OH', designs: [] } as unknown as OrderCards
  const now = new Date('2026-11-23T16:00:00Z')
  const ordered = arrivalOfOrdered(i18n, SITE, now, ORDER, DOCUMENT)
  const shipped = arrivalOfNews(i18n, SITE, now, [{ kind: 'parcel_mailed' }, { kind: 'letters_mailed' }])
  return [cardParts(i18n, about, [], ordered), cardParts(i18n, about, [], shipped)]
}

test('every text of every mail about an order is in the catalogs', () => {
  expect(escapedTexts([moneyMails(), news(), cards()], DATA)).toEqual([])
})

test('a site’s own texts are for readers of its language; others read ours in theirs', () => {
  const subjects = (language: 'en' | 'es') =>
    news(textsOf(language)).map(({ subject }) => subject.replace('10482', '…'))
  expect(subjects('en')).toContain('Own …')
  expect(subjects('es')).not.toContain('Own …')
  expect(subjects('es')).toContain('El paquete del pedido … va en camino')
})

test('a mail in Spanish says when cards arrive, and counts them, as Spanish does', () => {
  const said = JSON.stringify(cards(textsOf('es')))
  for (const words of [
    'Welcome, 2 tarjetas',
    'UPS a Dayton, OH',
    'UPS a 2 direcciones',
    'Correo electrónico a 2 personas',
    'Llegada estimada: lun, 7 de dic – mié, 9 de dic',
  ]) {
    expect(said).toContain(words)
  }
})
