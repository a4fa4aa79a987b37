import type { CardItem } from '@laurel/contract/card-items'
import { missingInCardItem } from '@laurel/domain/card-item-completeness'
import { cardLineProblems, messageProblems, senderProblems } from '@laurel/domain/message-merge'
import type { FieldProblem } from '@laurel/domain/refusal'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import type * as z from 'zod'
import { type CardItemRow, isSharedDraft } from './card-item-row.ts'
import { designWire, readDesign } from './design-wire.ts'

export type CardItemWire = z.infer<typeof CardItem>

/** How many people of an item's list hold which amount; a missing amount is the item's own. */
export type AmountTally = { amount_cents: number | null; people: number; needing_attention: number }

/** Undecided duplicates: people who look like someone further up the list. */
export type DuplicateTally = { people: number; own_cents: number; without_amount: number }

/** A card item as it travels: what was chosen, and what it comes to. */
export function cardItemWire(
  item: CardItemRow,
  tallies: readonly AmountTally[],
  duplicates: DuplicateTally = { people: 0, own_cents: 0, without_amount: 0 },
): CardItemWire {
  const design = designWire(readDesign(item.design))
  // Bulk cards go to one place: a list left from another reward type is kept but doesn't count.
  const list = item.reward_type === 'bulk' ? [] : tallies
  const amounts = item.reward_type === 'bulk' ? bulkAmounts(item) : listAmounts(item, list)
  const recipientCount = sum(list, ({ people }) => people)
  const attentionCount = sum(list, ({ needing_attention }) => needing_attention)
  return {
    id: item.id,
    order_id: item.order_id,
    name: item.name,
    state: item.state,
    reward_type_data: { name: item.reward_type, title: REWARD_TYPE_TITLES[item.reward_type] },
    reward: { id: item.reward_id, name: item.reward_name, network: item.reward_network },
    reward_card_template_id: item.reward_card_template_id,
    art: item.art,
    design,
    ...(item.brand && { brand: item.brand }),
    denomination_cents: item.denomination_cents,
    quantity: item.quantity,
    message: item.message,
    sender_name: item.sender_name,
    recipient_count: recipientCount,
    attention_count: attentionCount,
    duplicates: {
      count: duplicates.people,
      cents: duplicates.own_cents + duplicates.without_amount * (item.denomination_cents ?? 0),
    },
    card_count: item.reward_type === 'bulk' ? (item.quantity ?? 0) : recipientCount,
    value_cents: sum(amounts, ({ count, each_cents }) => count * each_cents),
    amounts,
    missing: [
      ...missingParts(item, recipientCount, list),
      ...(item.is_importing ? [IMPORTING] : []),
      ...cardLineProblems(design.line1, item.reward_type, 'design.line1'),
      ...cardLineProblems(design.line2, item.reward_type, 'design.line2'),
      ...messageProblems(item.message, item.reward_type),
      ...senderProblems(item.sender_name, item.reward_type),
    ],
    ...(isSharedDraft(item) && { is_shared: true }),
    updated_at: item.updated_at.toISOString(),
  }
}

/** A list that is still growing has no price. */
const IMPORTING: FieldProblem = {
  field: 'recipients',
  code: 'importing',
  message: /*i18n*/ 'Your file is still being imported.',
}

const WIRE_FIELDS: Readonly<Record<string, string>> = {
  templateId: 'reward_card_template_id',
  denominationCents: 'denomination_cents',
  amountCents: 'amount_cents',
}

/** People with errors are counted in `attention_count`: they prevent payment, but not adding to the cart. */
function missingParts(
  item: CardItemRow,
  recipientCount: number,
  tallies: readonly AmountTally[],
): FieldProblem[] {
  const missing = missingInCardItem({
    rewardType: item.reward_type,
    templateId: item.reward_card_template_id,
    quantity: item.quantity,
    denominationCents: item.denomination_cents,
    recipientCount,
    recipientProblemCount: 0,
    amountsMissing: sum(tallies, ({ amount_cents, people }) => (amount_cents === null ? people : 0)),
  })
  return missing.map(({ field, code, message }) => ({ field: WIRE_FIELDS[field] ?? field, code, message }))
}

function bulkAmounts({ quantity, denomination_cents }: CardItemRow): CardItemWire['amounts'] {
  return quantity === null || denomination_cents === null
    ? []
    : [{ count: quantity, each_cents: denomination_cents }]
}

/** People without an amount are counted, but have no value yet. */
function listAmounts(
  { denomination_cents }: CardItemRow,
  tallies: readonly AmountTally[],
): CardItemWire['amounts'] {
  const counts = new Map<number, number>()
  for (const { amount_cents, people } of tallies) {
    const each = amount_cents ?? denomination_cents
    if (each !== null && people > 0) counts.set(each, (counts.get(each) ?? 0) + people)
  }
  return [...counts].map(([each_cents, count]) => ({ count, each_cents })).sort(byValue)
}

function byValue(a: { each_cents: number }, b: { each_cents: number }): number {
  return a.each_cents - b.each_cents
}

function sum<T>(list: readonly T[], count: (one: T) => number): number {
  return list.reduce((total, one) => total + count(one), 0)
}
