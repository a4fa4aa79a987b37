import { expect, test } from 'vitest'
import type { SiteRow } from '../sites/sites.repo.ts'
import { cardMail, reminderMail } from './card-mail.ts'

const own = { heading: '{first name}, enjoy! {sender}', text: 'Until {last day}.\n\nThanks', button: 'Open' }
const SITE = {
  language: 'en',
  time_zone: 'America/Chicago',
  card_mail_subject: '{amount} for {first name}',
  mail_texts: { card: own, reminder: { ...own, subject: 'Still there: {amount}' } },
} as unknown as SiteRow
const CARD = {
  ...{ first_name: 'Ada', last_name: 'Brandt', value_cents: 5_000, message: '', language: '' },
  ...{
    sender: 'Halden {first name} <b>',
    reward_name: 'Meridian Prepaid',
    url: 'https://shop.example/claim/1',
  },
  expires_at: new Date('2027-11-24T18:00:00Z'),
}
const ENGLISH = 'Ada, Halden {first name} <b> sent you $50.00.'

test('a card’s mails have the site’s own texts, in which a name is never read as a field', () => {
  const { subject, title, parts } = cardMail(SITE, CARD)
  expect([subject, title]).toEqual(['$50.00 for Ada', 'Ada, enjoy! Halden {first name} <b>'])
  expect(parts).toContainEqual({ kind: 'link', label: 'Open', url: CARD.url })
  expect(parts).toContainEqual({ kind: 'note', text: 'Until November 24, 2027.\n\nThanks' })
  expect(reminderMail(SITE, CARD).subject).toBe('Still there: $50.00')
})

test('recipients in another language than the site’s get the original texts in theirs', () => {
  const spanish = cardMail(SITE, { ...CARD, language: 'es' })
  expect(spanish.title).not.toContain('enjoy')
  expect(JSON.stringify(spanish.parts)).not.toContain('Thanks')
  expect(cardMail({ ...SITE, mail_texts: {} }, CARD).title).toBe(ENGLISH)
  expect(reminderMail(SITE, { ...CARD, language: 'es' }).subject).not.toContain('Still there')
})
