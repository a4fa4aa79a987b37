import { formatCents, formatDollars } from './money.ts'
import type { FieldProblem } from './refusal.ts'

/** A site's limits: per card, per bulk item, per item's list, per order. */
export type SiteLimits = {
  minValueCents: number
  maxValueCents: number
  maxQuantity: number
  maxRecipients: number
  maxOrderCents: number
}

/** The values to check; leave out the others. */
export type LimitedValues = {
  denominationCents?: number | null
  quantity?: number | null
  recipientCount?: number
  orderCents?: number
}

/**
 * Checks values against the site's limits, one sentence per field. A missing value is no problem here;
 * completeness is checked elsewhere.
 */
export function limitProblems(values: LimitedValues, limits: SiteLimits): FieldProblem[] {
  return [
    valueProblem('denominationCents', values.denominationCents, limits),
    quantityProblem(values.quantity, limits),
    recipientsProblem(values.recipientCount, limits),
    orderProblem(values.orderCents, limits),
  ].filter((problem) => problem !== undefined)
}

/** The problem with one card's value, if any. */
export function valueProblem(
  field: string,
  cents: number | null | undefined,
  limits: Pick<SiteLimits, 'minValueCents' | 'maxValueCents'>,
): FieldProblem | undefined {
  if (cents == null) return undefined

  const message = `Enter a value from ${formatDollars(limits.minValueCents)} to ${formatDollars(limits.maxValueCents)}.`
  if (!Number.isSafeInteger(cents)) return { field, code: 'invalid', message }
  if (cents < limits.minValueCents) return { field, code: 'too_small', message }
  if (cents > limits.maxValueCents) return { field, code: 'too_large', message }
  return undefined
}

function quantityProblem(quantity: number | null | undefined, limits: SiteLimits): FieldProblem | undefined {
  if (quantity == null) return undefined

  const field = 'quantity'
  const message = `Order 1 to ${withSeparators(limits.maxQuantity)} cards at a time.`
  if (!Number.isSafeInteger(quantity))
    return { field, code: 'invalid', message: /*i18n*/ 'Enter a whole number.' }
  if (quantity < 1) return { field, code: 'too_small', message }
  if (quantity > limits.maxQuantity) return { field, code: 'too_large', message }
  return undefined
}

function recipientsProblem(count: number | undefined, limits: SiteLimits): FieldProblem | undefined {
  if (count === undefined || count <= limits.maxRecipients) return undefined

  const message = `A list can have up to ${withSeparators(limits.maxRecipients)} people. This one has ${withSeparators(count)}.`
  return { field: 'recipients', code: 'too_many', message }
}

function orderProblem(cents: number | undefined, limits: SiteLimits): FieldProblem | undefined {
  if (cents === undefined || cents <= limits.maxOrderCents) return undefined

  const message = `An order can total up to ${formatDollars(limits.maxOrderCents)}. This one totals ${formatCents(cents)}.`
  return { field: 'order', code: 'too_large', message }
}

/** What staff set for one company, below the site's limits; null for no limit of its own. */
export type CompanyLimits = { maxOrderCents: number | null; maxOrdersPerDay: number | null }

/** What a company is limited to, with the orders that it placed, or is paying for, in the last 24 hours. */
export type LimitedCompany = CompanyLimits & { ordersToday: number }

/** The problems of one more order of a company, in words for its buyer. The site's own limit is checked before. */
export function companyLimitProblems(
  orderCents: number,
  { maxOrderCents, maxOrdersPerDay, ordersToday }: LimitedCompany,
): FieldProblem[] {
  const problem = (code: string, message: string) => ({ field: 'order', code, message })
  return [
    ...(maxOrderCents !== null && orderCents > maxOrderCents
      ? [
          problem(
            'too_large',
            `Each of your company’s orders can total up to ${formatDollars(maxOrderCents)}. This one totals ${formatCents(orderCents)}.`,
          ),
        ]
      : []),
    ...(maxOrdersPerDay !== null && ordersToday >= maxOrdersPerDay
      ? [
          problem(
            'too_many',
            `Your company can place ${withSeparators(maxOrdersPerDay)} ${maxOrdersPerDay === 1 ? 'order' : 'orders'} in 24 hours. Try again later, or contact us to change the limit.`,
          ),
        ]
      : []),
  ]
}

function withSeparators(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}
