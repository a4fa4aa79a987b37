import { suggestEmail } from '@laurel/domain/email-typos'
import { formatCents } from '@laurel/domain/money'
import {
  CARDS_ANCHOR,
  NOTICE_KINDS,
  type NoticeKind,
  needsAttention,
  noticeSentence,
} from '@laurel/domain/notice-words'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Texts } from '@laurel/domain/texts'
import { trackingUrl } from '@laurel/domain/tracking-number'
import type { MailContent, MailItem, MailPart } from '../mail/mail-page.ts'
import { ownTexts } from '../mail/own-texts.ts'
import type { SiteRow } from '../sites/sites.repo.ts'
import type { OrderToTell } from './order-mails.repo.ts'
import { greeting, orderValues, reasonOf } from './order-words.ts'

type News = { kind: NoticeKind; cardCount: number; amountCents: number }

/** An order's state when its mail is written: open problems, and the parcel's tracking. */
export type Standing = {
  /** Cards whose email was taken, and emails that are still to be tried. */
  mailed: number
  unsent: number
  bounced: number
  lettersBack: number
  parcelsBack: number
  carrier: string
  trackingNumber: string
}

/** News that is implied by any of the others. */
const ON_THE_WAY: readonly NoticeKind[] = ['cards_sent', 'letters_mailed', 'parcel_mailed']
const SAID_BY: Partial<Record<NoticeKind, readonly NoticeKind[]>> = {
  order_approved: [...ON_THE_WAY, 'order_fulfilled', 'parcel_arrived', 'all_arrived'],
  order_fulfilled: [...ON_THE_WAY, 'all_arrived'],
  cards_sent: ['all_arrived'],
  letters_mailed: ['all_arrived'],
  parcel_mailed: ['parcel_arrived', 'all_arrived'],
}

/** News that still applies: the latest step, with the current number of cards. */
export function stillTrue(
  told: readonly News[],
  { status, refund_state }: OrderToTell,
  standing: Standing,
): News[] {
  const isOver = status === 'declined' || refund_state === 'full'
  const news = told.flatMap((one) => {
    if (one.kind === 'order_approved' && isOver) return []
    if (one.kind === 'order_fulfilled' && standing.bounced > 0) return []
    const standingNow = standingOf(one.kind, standing)
    if (standingNow === undefined) return [one]
    return standingNow === 0 ? [] : [{ ...one, cardCount: standingNow }]
  })
  return news.filter(({ kind }) => !news.some((other) => SAID_BY[kind]?.includes(other.kind)))
}

function standingOf(kind: NoticeKind, standing: Standing): number | undefined {
  if (kind === 'cards_sent') return standing.mailed
  if (kind === 'cards_bounced') return standing.bounced
  if (kind === 'letters_returned') return standing.lettersBack
  return kind === 'parcel_returned' ? standing.parcelsBack : undefined
}

/** The cards a mail is about; all of them for news of the whole order. */
const ABOUT: Partial<Record<NoticeKind, RewardType>> = {
  cards_sent: 'digital',
  letters_mailed: 'direct',
  parcel_mailed: 'bulk',
  parcel_arrived: 'bulk',
}

/** Kinds of cards whose delivery is news; undefined for all of them. */
export function typesOf(news: readonly Pick<News, 'kind'>[]): ReadonlySet<RewardType> | undefined {
  const types = news.map(({ kind }) => ABOUT[kind])
  return types.some((type) => type === undefined)
    ? undefined
    : new Set(types.filter((type) => type !== undefined))
}

/** A card that needs attention. */
type ToFix = {
  reward_type: string
  first_name: string
  last_name: string
  email: string
  address1: string
  city: string
  state: string
  zip: string
  problem: string
  value_cents: number
}

/** The most people that a mail names. */
export const MOST_NAMED = 5

/** People whose cards need attention, with the problem and a suggestion. */
export function peopleToFix(i18n: Texts, people: readonly ToFix[], count: number): MailPart[] {
  if (people.length === 0) return []
  const items = people.map((one): MailItem => {
    const isMailed = one.reward_type !== 'digital'
    const meant = isMailed ? undefined : suggestEmail(one.email)
    return {
      name: `${one.first_name} ${one.last_name}`.trim() || (isMailed ? i18n.t('Your parcel') : one.email),
      problem: one.problem || (isMailed ? i18n.t('Returned') : i18n.t('Bounced')),
      lines: [
        isMailed ? `${one.address1}, ${one.city}, ${one.state} ${one.zip}` : one.email,
        ...(meant ? [i18n.t('Did you mean {email}?', { email: meant })] : []),
      ],
      amount: formatCents(one.value_cents),
    }
  })
  const more = count - people.length
  const rest = { kind: 'note', text: i18n.t('And {more, number} more in your order.', { more }) } as const
  return [{ kind: 'items', items }, ...(more > 0 ? [rest] : [])]
}

/** The first of these in a mail is its subject: problems first, then the latest step. */
const SUBJECTS: readonly NoticeKind[] = [
  ...NOTICE_KINDS.filter(needsAttention),
  'refunded',
  'all_arrived',
  'parcel_arrived',
  'parcel_mailed',
  'letters_mailed',
  'cards_sent',
  'order_approved',
]

type NewsToTell = {
  site: SiteRow
  order: OrderToTell
  news: readonly News[]
  standing: Standing
  /** Of the order's page. */
  url: string
  /** The people who need attention, or the cards that the mail is about. */
  shown: readonly MailPart[]
}

/** One mail with all current news of an order. */
export function newsOf(i18n: Texts, { site, order, news, standing, url, shown }: NewsToTell): MailContent {
  const first = news.toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind))[0]!
  const others = news
    .filter((one) => one !== first)
    .toSorted((a, b) => NOTICE_KINDS.indexOf(a.kind) - NOTICE_KINDS.indexOf(b.kind))
  const anchor = news.some(({ cardCount }) => cardCount > 0) ? `#${CARDS_ANCHOR}` : ''
  const { number } = order
  const sentence = (one: News) => noticeSentence(i18n, { ...one, orderNumber: number })
  const subject = sentence(first)
  const inSentence = `${subject[0]!.toLowerCase()}${subject.slice(1)}`
  const details = detailsOf(i18n, first.kind, standing, news)
  const own = ownOf(i18n, site, first.kind, {
    ...orderValues(order),
    news: inSentence,
    details: textIn(details),
  })
  return {
    i18n,
    subject: own?.subject ?? subject,
    title: own?.heading ?? greeting(order, `${inSentence}.`),
    parts: [
      ...(own ? withText(details, own.text) : details),
      ...others.flatMap((one): MailPart[] => [
        { kind: 'text', text: `${sentence(one)}.` },
        ...detailsOf(i18n, one.kind, standing, news),
      ]),
      ...shown,
      { kind: 'link', label: own?.button ?? labelOf(i18n, news, order), url: `${url}${anchor}` },
    ],
    reason: reasonOf(i18n, order),
  }
}

const SHIPPED: readonly NoticeKind[] = ['cards_sent', 'letters_mailed', 'parcel_mailed']
const DELIVERED: readonly NoticeKind[] = ['parcel_arrived', 'all_arrived']

function ownOf(i18n: Texts, site: SiteRow, kind: NoticeKind, values: Readonly<Record<string, string>>) {
  if (SHIPPED.includes(kind)) return ownTexts(i18n, site, 'shipped', values)
  return DELIVERED.includes(kind) ? ownTexts(i18n, site, 'delivered', values) : undefined
}

function textIn(parts: readonly MailPart[]): string {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join(' ')
}

/** The site's own text in place of ours. Tracking stays. */
function withText(parts: readonly MailPart[], text: string | undefined): MailPart[] {
  const rest = parts.filter(({ kind }) => kind !== 'text')
  return text ? [{ kind: 'text', text }, ...rest] : rest
}

function rankOf(kind: NoticeKind): number {
  const rank = SUBJECTS.indexOf(kind)
  return rank === -1 ? SUBJECTS.length : rank
}

function labelOf(i18n: Texts, news: readonly News[], { number }: OrderToTell): string {
  return news.some(({ kind }) => needsAttention(kind))
    ? i18n.t('Fix the addresses')
    : i18n.t('See order {number}', { number })
}

const DETAILS: Partial<Record<NoticeKind, string>> = {
  order_approved: /*i18n*/ 'We’re issuing your cards now, and we’ll email you when they’re on their way.',
  refunded:
    /*i18n*/ 'The refund goes to your original payment method. Your bank may take a few days to show it.',
  letters_mailed: /*i18n*/ 'Your order shows where each letter is.',
  cards_bounced:
    /*i18n*/ 'Most often, an address is misspelled or no longer in use. Fix the addresses in your order, and we’ll send the cards again.',
  letters_returned:
    /*i18n*/ 'Fix the addresses in your order, and we’ll mail the cards again. You can also send a card by email instead.',
  parcel_returned: /*i18n*/ 'Fix the address in your order, and we’ll send it again.',
  cards_thanked: /*i18n*/ 'Your order shows their notes.',
}

function detailsOf(i18n: Texts, kind: NoticeKind, standing: Standing, news: readonly News[]): MailPart[] {
  if (kind === 'parcel_mailed') return trackingParts(i18n, standing.carrier, standing.trackingNumber)
  if (kind === 'cards_sent') return [{ kind: 'text', text: sentWords(i18n, standing, news) }]
  const text = DETAILS[kind]
  return text === undefined ? [] : [{ kind: 'text', text: i18n.t(text) }]
}

/** Mentions cards without an email address, unless the mail already does. */
function sentWords(i18n: Texts, { bounced, unsent }: Standing, news: readonly News[]): string {
  const isTold = news.some(({ kind }) => kind === 'cards_bounced')
  const sentences = [
    ...(bounced === 0 && unsent === 0 ? [i18n.t('We emailed every recipient their card.')] : []),
    ...(bounced > 0 && !isTold ? [i18n.t('{bounced, number} bounced.', { bounced })] : []),
    ...(unsent > 0
      ? [
          i18n.t('{unsent, plural, one {# hasn’t been sent yet.} other {# haven’t been sent yet.}}', {
            unsent,
          }),
        ]
      : []),
  ]
  return [...sentences, i18n.t('Your order shows who has opened their card.')].join(' ')
}

/** A number that is typed in later is shown in the order. */
function trackingParts(i18n: Texts, carrier: string, trackingNumber: string): MailPart[] {
  if (trackingNumber === '') return []
  const url = trackingUrl(carrier, trackingNumber)
  const rows = [
    { label: i18n.t('Carrier'), value: carrier },
    { label: i18n.t('Tracking number'), value: trackingNumber, ...(url !== '' && { url }) },
  ]
  return [{ kind: 'rows', rows }]
}
