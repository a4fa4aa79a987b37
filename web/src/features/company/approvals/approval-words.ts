import { formatCents } from '@laurel/domain/money'
import type { RewardType } from '@laurel/domain/reward-type'
import { useSuspenseQuery } from '@tanstack/react-query'
import { companyQueries } from '../../../app/company.queries.ts'
import { pageTexts } from '../../../app/texts.ts'
import type { CardItem } from '../../../parts/card/CardItemCanvas.tsx'
import { findShipping, type Order } from '../../../parts/delivery-text.ts'
import { count } from '../../../parts/format.ts'
import { siteDay, zoneMark } from '../../../parts/site-time.ts'

const KINDS: Readonly<Record<RewardType, string>> = {
  bulk: /*i18n*/ '{cards, plural, one {# card} other {# cards}}',
  direct: /*i18n*/ '{cards, plural, one {# personalized card} other {# personalized cards}}',
  digital: /*i18n*/ '{cards, plural, one {# digital card} other {# digital cards}}',
}

type Item = Pick<CardItem, 'rewardTypeData' | 'amounts' | 'cardCount'>
type Delivered = Pick<Order, 'shippingOrders' | 'bulkAddress'>

/** `130 digital cards × $50.00, by email on Dec 15`. */
export function itemWords(item: Item, order: Delivered, timeZone: string, now = new Date()): string {
  const i18n = pageTexts()
  const type = item.rewardTypeData.name
  const cards = i18n.t(KINDS[type], { cards: item.cardCount })
  const [only, ...others] = item.amounts
  const each =
    only === undefined
      ? ''
      : others.length === 0
        ? ` × ${formatCents(only.eachCents)}`
        : `: ${item.amounts.map((part) => `${count(part.count)} × ${formatCents(part.eachCents)}`).join(', ')}`
  const way = wayWords(type, order, timeZone, now)
  return `${cards}${each}${way && `, ${way}`}`
}

function wayWords(type: RewardType, order: Delivered, timeZone: string, now: Date): string {
  const i18n = pageTexts()

  const shipping = findShipping(order, type)
  if (!shipping) return ''
  if (type === 'direct') return i18n.t('by {service}', { service: shipping.service })
  if (type === 'digital') {
    const { sendAt } = shipping
    return sendAt !== null && new Date(sendAt) > now
      ? i18n.t('by email on {date}', { date: siteDay(sendAt, timeZone) })
      : i18n.t('by email')
  }
  const to = shipping.address ?? order.bulkAddress
  const { service } = shipping
  return to
    ? i18n.t('by {service} to {place}', { service, place: `${to.city}, ${to.state}` })
    : i18n.t('by {service}', { service })
}

/** `today at 8:22 AM`, `Nov 21 at 8:22 AM`. */
export function askedWhen(iso: string, timeZone: string, now = new Date()): string {
  const i18n = pageTexts()

  const day = siteDay(iso, timeZone, now)
  const time = new Date(iso).toLocaleTimeString(i18n.locale, { timeZone, hour: 'numeric', minute: '2-digit' })
  const at = `${time}${zoneMark(iso, timeZone)}`
  return day === siteDay(now.toISOString(), timeZone, now)
    ? i18n.t('today at {time}', { time: at })
    : i18n.t('on {date} at {time}', { date: day, time: at })
}

/** Days and times of approvals are those of the company. */
export function useCompanyZone(): string {
  return useSuspenseQuery(companyQueries.people()).data.company.timeZone
}

/** `Ana` of Ana Ruiz. */
export function firstName(name: string): string {
  return name.split(' ')[0] || name
}
