import { formatCents } from '@laurel/domain/money'
import type { RewardType } from '@laurel/domain/reward-type'
import { useSuspenseQuery } from '@tanstack/react-query'
import { companyQueries } from '../../../app/company.queries.ts'
import type { CardItem } from '../../../parts/card/CardItemCanvas.tsx'
import { findShipping, type Order } from '../../../parts/delivery-text.ts'
import { count, plural } from '../../../parts/format.ts'
import { siteDay, zoneMark } from '../../../parts/site-time.ts'

const KINDS: Readonly<Record<RewardType, [one: string, many: string]>> = {
  bulk: ['card', 'cards'],
  direct: ['personalized card', 'personalized cards'],
  digital: ['digital card', 'digital cards'],
}

type Item = Pick<CardItem, 'rewardTypeData' | 'amounts' | 'cardCount'>
type Delivered = Pick<Order, 'shippingOrders' | 'bulkAddress'>

/** `130 digital cards × $50.00, by email on Dec 15`. */
export function itemWords(item: Item, order: Delivered, timeZone: string, now = new Date()): string {
  const type = item.rewardTypeData.name
  const cards = plural(item.cardCount, ...KINDS[type])
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
  const shipping = findShipping(order, type)
  if (!shipping) return ''
  if (type === 'direct') return `by ${shipping.service}`
  if (type === 'digital') {
    const { sendAt } = shipping
    return sendAt !== null && new Date(sendAt) > now ? `by email on ${siteDay(sendAt, timeZone)}` : 'by email'
  }
  const to = shipping.address ?? order.bulkAddress
  return `by ${shipping.service}${to ? ` to ${to.city}, ${to.state}` : ''}`
}

/** `today at 8:22 AM`, `Nov 21 at 8:22 AM`. */
export function askedWhen(iso: string, timeZone: string, now = new Date()): string {
  const day = siteDay(iso, timeZone, now)
  const time = new Date(iso).toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
  return `${day === siteDay(now.toISOString(), timeZone, now) ? 'today' : `on ${day}`} at ${time}${zoneMark(iso, timeZone)}`
}

/** Days and times of approvals are those of the company. */
export function useCompanyZone(): string {
  return useSuspenseQuery(companyQueries.people()).data.company.timeZone
}

/** `Ana` of Ana Ruiz. */
export function firstName(name: string): string {
  return name.split(' ')[0] || name
}
