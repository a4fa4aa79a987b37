import type { ProductSetupStep } from './product-setup-flow.ts'
import type { FieldProblem } from './refusal.ts'
import type { RewardType } from './reward-type.ts'

/** The facts about a card item, with counts of recipients that need attention or have no amount. */
export type CardItemState = {
  rewardType: RewardType
  templateId: number | null
  quantity: number | null
  denominationCents: number | null
  recipientCount: number
  /** Recipients with at least one error; warnings don't count. */
  recipientProblemCount: number
  /** Recipients without an amount of their own. */
  amountsMissing: number
}

/** What's missing, and the step where it's decided. */
export type MissingPart = FieldProblem & { step: ProductSetupStep }

/**
 * What a card item needs before it can be paid for, in the order of its steps.
 *
 * @see docs/spec.md §2, "Product-setup flows"
 */
export function missingInCardItem(item: CardItemState): MissingPart[] {
  const parts =
    item.rewardType === 'bulk' ? [design(item), quantity(item), value(item)] : recipientParts(item)
  return parts.filter((part) => part !== undefined)
}

type Part = MissingPart | undefined

function recipientParts(item: CardItemState): Part[] {
  return [design(item), recipients(item), needingAttention(item), amounts(item)]
}

function design(item: CardItemState): Part {
  if (item.templateId !== null) return undefined
  return {
    field: 'templateId',
    code: 'required',
    message: /*i18n*/ 'Choose a card design.',
    step: 'card-design',
  }
}

function quantity(item: CardItemState): Part {
  if ((item.quantity ?? 0) > 0) return undefined
  return {
    field: 'quantity',
    code: 'required',
    message: /*i18n*/ 'Enter how many cards you want.',
    step: 'quantity',
  }
}

function value(item: CardItemState): Part {
  if ((item.denominationCents ?? 0) > 0) return undefined
  return {
    field: 'denominationCents',
    code: 'required',
    message: /*i18n*/ 'Choose a card value.',
    step: 'value',
  }
}

function recipients(item: CardItemState): Part {
  if (item.recipientCount > 0) return undefined
  return {
    field: 'recipients',
    code: 'required',
    message: /*i18n*/ 'Add at least one person.',
    step: 'recipients',
  }
}

function needingAttention(item: CardItemState): Part {
  const message = attentionSentence(item.recipientProblemCount)
  return message === undefined
    ? undefined
    : { field: 'recipients', code: 'need_attention', message, step: 'recipients' }
}

/** One amount for all applies to recipients without their own. */
function amounts(item: CardItemState): Part {
  const message = (item.denominationCents ?? 0) > 0 ? undefined : noValueSentence(item.amountsMissing)
  return message === undefined
    ? undefined
    : { field: 'amountCents', code: 'required', message, step: 'recipients' }
}

/** "12 people need attention before checkout."; undefined for zero people. */
export function attentionSentence(people: number): string | undefined {
  if (people === 0) return undefined
  return people === 1
    ? /*i18n*/ '1 person needs attention before checkout.'
    : `${people.toLocaleString('en-US')} people need attention before checkout.`
}

/** "12 people have no value. Set one for each or for everyone."; undefined for zero people. */
export function noValueSentence(people: number): string | undefined {
  if (people === 0) return undefined
  return people === 1
    ? /*i18n*/ '1 person has no value. Set one for them or for everyone.'
    : `${people.toLocaleString('en-US')} people have no value. Set one for each or for everyone.`
}
