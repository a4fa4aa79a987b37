import { addBusinessDays, arrival } from '@laurel/domain/arrival'
import { dayIn } from '@laurel/domain/day-in'
import { formatCents } from '@laurel/domain/money'
import type { NoticeKind } from '@laurel/domain/notice-words'
import { type PaymentMethod, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import type { RewardType } from '@laurel/domain/reward-type'
import type { Texts } from '@laurel/domain/texts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../database/database.ts'
import { siteDay } from '../../http/site-time.ts'
import type { Kit } from '../../kit.ts'
import type { CardItemRow } from '../card-items/card-item-row.ts'
import { listCardItemsOfSite } from '../card-items/card-items.repo.ts'
import { findTemplateImages } from '../card-items/offers.repo.ts'
import {
  type CardBearer,
  cardFace,
  drawScreenPicture,
  type TemplateImages,
} from '../card-items/print-file.service.ts'
import type { OrderDocument } from '../documents/order-document.ts'
import type { MailItem, MailPart } from '../mail/mail-page.ts'
import type { MailPicture } from '../mail/mailer.ts'
import type { OrderRow } from '../orders/orders.repo.ts'
import type { SiteRow } from '../sites/sites.repo.ts'

type Item = NonNullable<OrderRow['priced']>['items'][number]
type Design = { item: CardItemRow; images: TemplateImages; bearer: CardBearer | undefined }
type Shipping = {
  reward_type: string
  service: string
  send_at: Date | null
  min_days: number | null
  max_days: number | null
}

/** An order's cards, as its mails show them. */
export type OrderCards = {
  items: readonly Item[]
  /** The parcel's destination. */
  to: string
  shipping: readonly Shipping[]
  designs: readonly Design[]
}

/** More pictures would make a mail too large. */
const MOST_PICTURES = 6
/** Twice their width in the mail, or a bit less. */
const PICTURE_DOTS = 1_000
const THUMB_DOTS = 200

/** @param types only cards of these kinds */
export async function readOrderCards(
  db: Db,
  siteId: number,
  { id: orderId, priced }: Pick<OrderRow, 'id' | 'priced'>,
  types?: ReadonlySet<string>,
): Promise<OrderCards> {
  const items = (priced?.items ?? []).filter(
    ({ reward_type_data }) => types === undefined || types.has(reward_type_data.name),
  )
  const ids = items.slice(0, MOST_PICTURES).map(({ id }) => id)
  const [rows, shipping] = await Promise.all([
    listCardItemsOfSite(db, siteId, ids),
    db
      .selectFrom('shipping_orders as s')
      .leftJoin('shipping_options as o', (join) =>
        join.onRef('o.site_id', '=', 's.site_id').onRef('o.id', '=', 's.shipping_option_id'),
      )
      .select(['s.reward_type', 's.service', 's.send_at', 'o.min_days', 'o.max_days'])
      .where('s.site_id', '=', siteId)
      .where('s.order_id', '=', orderId)
      .execute(),
  ])
  const designs = await Promise.all(
    rows.map(async (item) => ({
      item,
      images: await findTemplateImages(db, siteId, item.reward_card_template_id, item.reward_type),
      bearer: item.reward_type === 'bulk' ? undefined : await firstBearer(db, siteId, item.id),
    })),
  )
  const { city = '', state = '' } = priced?.bulkAddress ?? {}
  return { items, to: [city, state].filter(Boolean).join(', '), shipping, designs }
}

/** The first person on a list: their name is on the picture of its card. */
function firstBearer(db: Db, siteId: number, itemId: number): Promise<CardBearer | undefined> {
  return db
    .selectFrom('card_recipient_details')
    .select(['first_name', 'last_name', 'amount_cents'])
    .where('site_id', '=', siteId)
    .where('card_item_id', '=', itemId)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
}

const UNNAMED: CardBearer = { first_name: '', last_name: '', amount_cents: null }

export type PictureKit = Pick<Kit, 'files'> & { log: Pick<FastifyBaseLogger, 'warn'> }

/** Cards as JPEGs, the first one large. A picture that can't be painted is left out. */
export async function paintOrderCards(
  kit: PictureKit,
  site: SiteRow,
  { items, designs }: OrderCards,
): Promise<MailPicture[]> {
  const painted = await Promise.all(
    designs.map(async ({ item, images, bearer }) => {
      const face = cardFace(site, item, bearer ?? (item.reward_type === 'bulk' ? undefined : UNNAMED))
      const dots = item.id === items[0]?.id ? PICTURE_DOTS : THUMB_DOTS
      try {
        return [{ cid: cidOf(item), bytes: await drawScreenPicture(kit, face, item, images, dots) }]
      } catch (cause) {
        kit.log.warn({ err: cause, card_item_id: item.id }, 'left a card’s picture out of a mail')
        return []
      }
    }),
  )
  return painted.flat()
}

function cidOf({ id }: Pick<CardItemRow, 'id'>): string {
  return `card-${id}@laurel`
}

/** The first card's picture, and each card with its delivery. */
export function cardParts(
  i18n: Texts,
  { items, ...cards }: OrderCards,
  pictures: readonly MailPicture[],
  arrives: (type: RewardType, shipping: Shipping) => string,
): MailPart[] {
  const [first] = items
  if (first === undefined) return []
  const shown = (item: Item) => pictures.find(({ cid }) => cid === cidOf(item))
  const large = shown(first)
  return [
    ...(large
      ? [{ kind: 'picture', cid: large.cid, alt: i18n.t('Card: {name}', { name: first.name }) } as const]
      : []),
    {
      kind: 'items',
      items: items.map((item): MailItem => {
        const type = item.reward_type_data.name
        const shipping = cards.shipping.find((one) => one.reward_type === type)
        const lines = shipping ? [deliveryLine(i18n, item, shipping, cards.to), arrives(type, shipping)] : []
        return {
          name: i18n.t('{name}, {count, plural, one {# card} other {# cards}}', {
            name: item.name,
            count: item.card_count,
          }),
          // A single card is already shown large.
          cid: items.length === 1 ? undefined : shown(item)?.cid,
          lines: lines.filter((line) => line !== ''),
          amount: formatCents(item.value_cents),
        }
      }),
    },
  ]
}

function deliveryLine(
  i18n: Texts,
  { reward_type_data, card_count: count }: Item,
  { service }: Shipping,
  to: string,
): string {
  switch (reward_type_data.name) {
    case 'bulk':
      return to === '' ? service : i18n.t('{service} to {to}', { service, to })
    case 'direct':
      return i18n.t('{service} to {count, plural, one {# address} other {# addresses}}', { service, count })
    case 'digital':
      return i18n.t('Email to {count, plural, one {# person} other {# people}}', { count })
  }
}

/** When cards arrive whose order was just placed or paid, as on its confirmation page. */
export function arrivalOfOrdered(
  i18n: Texts,
  site: SiteRow,
  now: Date,
  order: Pick<OrderRow, 'status'>,
  { promised, clearing }: OrderDocument,
) {
  const method: PaymentMethod = promised?.method ?? (clearing === 'bank_debit' ? 'elavon_ach' : 'elavon_cc')
  const clearsInDays = order.status === 'pending_payment' ? WAYS_TO_PAY[method].clearsInDays : 0
  const cleared = addBusinessDays(dayOf(site, now), clearsInDays)
  return (type: RewardType, shipping: Shipping): string => {
    if (type !== 'digital') return arrivalLine(i18n, shipping, cleared)
    if (shipping.send_at) {
      return i18n.t('Sent on {day}', { day: siteDay(shipping.send_at, site, i18n.locale) })
    }
    return arrivalLine(i18n, { min_days: 0, max_days: 0 }, cleared)
  }
}

/** When cards arrive that were approved or shipped today. */
export function arrivalOfNews(i18n: Texts, site: SiteRow, now: Date, news: readonly { kind: NoticeKind }[]) {
  const has = (kind: NoticeKind) => news.some((one) => one.kind === kind)
  const today = dayOf(site, now)
  return (type: RewardType, shipping: Shipping): string => {
    if (type === 'digital') return ''
    if (has(type === 'bulk' ? 'parcel_mailed' : 'letters_mailed'))
      return arrivalLine(i18n, shipping, today, 0)
    return has('order_approved') ? arrivalLine(i18n, shipping, today) : ''
  }
}

function arrivalLine(
  i18n: Texts,
  { min_days, max_days }: Pick<Shipping, 'min_days' | 'max_days'>,
  today: Date,
  prepareDays?: number,
): string {
  if (min_days === null || max_days === null) return ''
  const days = arrival(i18n, { minDays: min_days, maxDays: max_days }, today, prepareDays)
  return i18n.t('Arrives about {days}', { days })
}

function dayOf({ time_zone }: Pick<SiteRow, 'time_zone'>, at: Date): Date {
  return new Date(`${dayIn(at, time_zone)}T00:00`)
}

/** What the order costs, and its PO number. */
export function amountParts(
  i18n: Texts,
  { value, fees, delivery, totalCents, poNumber, ...document }: OrderDocument,
): MailPart[] {
  const costs = ({ cents }: { cents: number }) => (cents === 0 ? i18n.t('Free') : formatCents(cents))
  const rows = [
    { label: i18n.t('Value on the cards'), value: formatCents(value.cents) },
    { label: i18n.t('Card fees'), value: costs(fees) },
    { label: i18n.t('Delivery'), value: costs(delivery) },
  ]
  const isPaid = document.hasReceived && document.balanceCents <= 0
  return [
    {
      kind: 'amounts',
      rows,
      total: { label: isPaid ? i18n.t('Total paid') : i18n.t('Total'), value: formatCents(totalCents) },
    },
    ...(poNumber === ''
      ? []
      : [{ kind: 'note', text: i18n.t('Your PO number: {poNumber}', { poNumber }) } as const]),
  ]
}
