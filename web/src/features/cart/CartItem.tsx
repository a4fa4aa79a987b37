import { formatCents, formatDollars } from '@laurel/domain/money'
import { setupStepPath } from '@laurel/domain/product-setup-flow'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import { storedSentence } from '@laurel/domain/stored-sentences'
import { TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { useUnsaved } from '../../app/setup-store.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { namesOfUnsaved, stepOfUnsaved, type Unsaved } from '../../app/unsaved.ts'
import { Button, LinkButton } from '../../parts/Button.tsx'
import { type CardItem, CardItemCanvas } from '../../parts/card/CardItemCanvas.tsx'
import { Duplicates } from '../../parts/Duplicates.tsx'
import { Icon } from '../../parts/Icon.tsx'

type CartItemProps = {
  item: CardItem
  /** True while the cart is being paid and can't change. */
  isFrozen: boolean
  onRemove: () => void
  onLeave: () => void
}

/** One design in the cart, with its picture, cards, and price. */
export function CartItem({ item, isFrozen, onRemove, onLeave }: CartItemProps) {
  const i18n = useTexts()
  const article = useRef<HTMLElement>(null)
  const unsaved = useUnsaved(item.id)
  const needs = itemNeeds(item, unsaved)
  return (
    <article
      ref={article}
      tabIndex={-1}
      aria-label={item.name}
      className="outline-none grid grid-cols-[132px_1fr_auto] gap-x-4 gap-y-1 py-6 narrow:grid-cols-[104px_1fr]"
    >
      <CardItemCanvas item={item} thumb className="row-span-5 self-start narrow:row-span-6" />
      <h3 className="break-words">{item.name}</h3>
      <span className="font-semibold leading-[1.4rem] narrow:col-start-2">
        {formatCents(item.valueCents)}
      </span>
      <p className="col-start-2 col-end-[-1] text-muted text-small">{itemSentence(item)}</p>
      <p className="col-start-2 col-end-[-1] text-muted text-small">{item.reward.name}</p>
      {needs.length > 0 && (
        <ul className="col-start-2 col-end-[-1] mt-1 grid gap-1 text-small text-warn">
          {needs.map((need) => (
            <li key={need} className="flex gap-1.5">
              <Icon of={TriangleAlert} size={18} className="mt-px" />
              {need}
            </li>
          ))}
        </ul>
      )}
      {!isFrozen && (
        <div className="col-start-2 col-end-[-1] flex gap-4">
          <LinkButton
            {...placeToChange(item, unsaved)}
            look="link"
            onClick={onLeave}
            aria-label={
              needs.length > 0
                ? i18n.t('Fix it: {name}', { name: item.name })
                : i18n.t('Change {name}', { name: item.name })
            }
          >
            {needs.length > 0 ? i18n.t('Fix it') : i18n.t('Change')}
          </LinkButton>
          <Button look="link" onClick={onRemove} aria-label={i18n.t('Remove {name}', { name: item.name })}>
            {i18n.t('Remove')}
          </Button>
        </div>
      )}
      {!isFrozen && (
        <div className="col-span-full mt-2 empty:hidden">
          <Duplicates item={item} onLeave={onLeave} onDecided={() => article.current?.focus()} />
        </div>
      )}
    </article>
  )
}

/** The step to open: the one with unsaved entries, the people who need attention, or the first. */
function placeToChange({ id, attentionCount, rewardTypeData }: CardItem, unsaved: Unsaved) {
  const unsavedStep = stepOfUnsaved(unsaved, rewardTypeData.name)
  if (unsavedStep) return { to: setupStepPath(unsavedStep), search: { item: id } as never }
  const isList = attentionCount > 0 && rewardTypeData.name !== 'bulk'
  return isList
    ? { to: '/create-reward/recipients', search: { item: id, only: 'attention' } as never }
    : { to: '/create-reward/card-design', search: { item: id } as never }
}

type Counted = Pick<CardItem, 'rewardTypeData' | 'amounts' | 'cardCount'>

/** `Bulk, 40 cards at $50.` or `Direct, 5,214 people. 4,000 at $50, 1,000 at $75, 214 at $100.` */
function itemSentence({ rewardTypeData, amounts, cardCount }: Counted): string {
  const i18n = pageTexts()

  const type = i18n.t(REWARD_TYPE_TITLES[rewardTypeData.name])
  const whom =
    rewardTypeData.name === 'bulk'
      ? i18n.t('{cardCount, plural, one {# card} other {# cards}}', { cardCount })
      : i18n.t('{cardCount, plural, one {# person} other {# people}}', { cardCount })
  const [only, ...others] = amounts
  if (!only) return `${type}, ${whom}.`
  if (others.length === 0)
    return i18n.t('{type}, {whom} at {each}.', { type, whom, each: formatDollars(only.eachCents) })
  const each = amounts.map((part) =>
    i18n.t('{count, number} at {each}', { count: part.count, each: formatDollars(part.eachCents) }),
  )
  return `${type}, ${whom}. ${each.join(', ')}.`
}

/** What must be done before the item can be paid, one sentence each. */
function itemNeeds(item: Pick<CardItem, 'missing' | 'attentionCount'>, unsaved: Unsaved): string[] {
  const i18n = pageTexts()

  const names = namesOfUnsaved(unsaved)
  const needs = item.missing.map(({ message }) => storedSentence(i18n, message))
  if (names.length > 0) needs.unshift(i18n.t('Not saved yet: {fields}', { fields: names.join(', ') }))
  const isTold = item.missing.some(({ code }) => code === 'need_attention')
  if (item.attentionCount === 0 || isTold) return needs
  const people = item.attentionCount
  return [
    ...needs,
    i18n.t('{people, plural, one {# person needs} other {# people need}} attention before you pay.', {
      people,
    }),
  ]
}
