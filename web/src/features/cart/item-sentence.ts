import { formatDollars } from '@laurel/domain/money'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import { namesOfUnsaved, type Unsaved } from '../../app/unsaved.ts'
import type { CardItem } from '../../parts/card/card-item-look.ts'
import { count, plural } from '../../parts/format.ts'

type Counted = Pick<CardItem, 'rewardTypeData' | 'amounts' | 'cardCount'>

/** `Bulk, 40 cards at $50.` or `Direct, 5,214 people. 4,000 at $50, 1,000 at $75, 214 at $100.` */
export function itemSentence({ rewardTypeData, amounts, cardCount }: Counted): string {
  const type = REWARD_TYPE_TITLES[rewardTypeData.name]
  const whom =
    rewardTypeData.name === 'bulk' ? plural(cardCount, 'card') : plural(cardCount, 'person', 'people')
  const [only, ...others] = amounts
  if (!only) return `${type}, ${whom}.`
  if (others.length === 0) return `${type}, ${whom} at ${formatDollars(only.eachCents)}.`
  const each = amounts.map((part) => `${count(part.count)} at ${formatDollars(part.eachCents)}`)
  return `${type}, ${whom}. ${each.join(', ')}.`
}

/** What must be done to it before it can be paid for, a sentence each. */
export function itemNeeds(item: Pick<CardItem, 'missing' | 'attentionCount'>, unsaved: Unsaved): string[] {
  const names = namesOfUnsaved(unsaved)
  const needs = item.missing.map(({ message }) => message)
  if (names.length > 0) needs.unshift(`Not saved yet: ${names.join(', ')}`)
  const isTold = item.missing.some(({ code }) => code === 'need_attention')
  if (item.attentionCount === 0 || isTold) return needs
  const people = plural(item.attentionCount, 'person needs', 'people need')
  return [...needs, `${people} attention before you pay.`]
}
