import { REWARD_TYPE_TITLES, type RewardType } from '@laurel/domain/reward-type'
import { namesOfUnsaved, type Unsaved } from '../../app/unsaved.ts'
import type { CardItem } from '../../parts/card/card-item-look.ts'
import type { Order } from '../../parts/delivery-text.ts'
import { count, day, plural } from '../../parts/format.ts'

type Named = Pick<CardItem, 'name'>
type Typed = Pick<CardItem, 'rewardTypeData'>
type Counted = Typed & Pick<CardItem, 'cardCount'>

const BY: Readonly<Record<RewardType, string>> = {
  bulk: 'by parcel',
  direct: 'by mail',
  digital: 'by email',
}

/** An order is called by its first card: "Winter thank-you", "and 2 more". */
export function orderName(items: readonly Named[]): { name: string; others: string } {
  const [first, ...rest] = items
  return {
    name: (first && itemName(first)) ?? 'Order without cards',
    others: rest.length === 0 ? '' : `and ${rest.length} more`,
  }
}

/** Has it been let through, so that there is something to follow? */
export function isUnderWay({ status }: Pick<Order, 'status'>): boolean {
  return status === 'approved' || status === 'fulfilled'
}

export function itemName({ name }: Named): string {
  return name.trim() || 'Untitled card'
}

/**
 * What a draft still needs: what this browser holds and couldn't save, else the first thing that keeps it
 * out of the cart, else the people to be fixed.
 */
export function stillToDo(
  { missing, attentionCount }: Pick<CardItem, 'missing' | 'attentionCount'>,
  unsaved: Unsaved = {},
): string {
  const names = namesOfUnsaved(unsaved)
  if (names.length > 0) return `Not saved yet: ${names.join(', ')}`
  const [first] = missing
  if (first) return first.message
  if (attentionCount > 0) return `${plural(attentionCount, 'person needs', 'people need')} attention`
  return 'Ready for your cart'
}

/** The kinds of cards held, each once, in the order they stand. */
export function heldTypes(items: readonly Typed[]): RewardType[] {
  return [...new Set(items.map((item) => item.rewardTypeData.name))]
}

/** `Direct, bulk, digital`. */
export function sentAs(items: readonly Typed[]): string {
  const titles = heldTypes(items).map((type) => REWARD_TYPE_TITLES[type])
  return titles.map((title, index) => (index === 0 ? title : title.toLowerCase())).join(', ')
}

/** `480 cards by mail, 120 by email.` */
export function cardsSentence(items: readonly Counted[]): string {
  const parts = heldTypes(items).map((type, index) => {
    const cards = items.reduce(
      (all, item) => all + (item.rewardTypeData.name === type ? item.cardCount : 0),
      0,
    )
    return `${index === 0 ? plural(cards, 'card') : count(cards)} ${BY[type]}`
  })
  return parts.length === 0 ? '' : `${parts.join(', ')}.`
}

/** `10482, placed Nov 21`. */
export function placedText(
  { number, placedAt }: Pick<Order, 'number' | 'placedAt'>,
  now = new Date(),
): string {
  return [number, placedAt && `placed ${day(placedAt, now)}`].filter(Boolean).join(', ')
}
