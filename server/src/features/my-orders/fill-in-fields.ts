import type { OrderFieldToFill } from '@laurel/contract/order-fields'
import { type FieldValue, fieldProblem, namedValues, type OrderField } from '@laurel/domain/order-fields'
import { assertNoProblems, Refusal } from '@laurel/domain/refusal'
import type * as z from 'zod'
import { inSite } from '../../database/in-site.ts'
import { endWith } from '../../database/site-transaction.ts'
import type { Customer } from '../../http/actor.ts'
import { assertNotBeingPaid } from '../card-items/carts.repo.ts'
import type { OrderKit } from '../checkout/order-view.ts'
import type { WholeOrder } from '../checkout/whole-order.repo.ts'
import { orderFieldsOf } from '../companies/own-companies.ts'
import { readLastFields, saveFields } from '../orders/order-fields.repo.ts'
import { lockOrder } from '../orders/orders.repo.ts'

type Given = Pick<FieldValue, 'id' | 'value'>

/** The fields that a customer fills in on a cart, with what they answered last. A company without fields asks no query. */
export async function fieldsToFill(
  { pool }: Pick<OrderKit, 'pool'>,
  { siteId, customerId, company }: Customer,
  { row, companyFields, priced }: Pick<WholeOrder, 'row' | 'companyFields' | 'priced'>,
): Promise<z.infer<typeof OrderFieldToFill>[]> {
  if (company === undefined || priced !== null || !companyFields?.length) return []
  const of = { siteId, customerId, companyId: company.id }
  const last = await inSite(pool, siteId, (db) => endWith(() => readLastFields(db, of)))
  return companyFields.map((field) => {
    const lastValue = valueIn(last, field)
    const isUsable = fieldProblem(field, lastValue) === undefined
    return { ...field, value: valueIn(row.fields ?? [], field), last_value: isUsable ? lastValue : '' }
  })
}

function valueIn(values: readonly FieldValue[], { id }: OrderField): string {
  return values.find((one) => one.id === id)?.value ?? ''
}

/**
 * Fills in fields of a cart; an empty value removes one. What is still missing is refused when it's paid.
 *
 * @throws {Refusal} `not_found`; `order_is_frozen`; `validation_failed` for a field that the company doesn't have, or a
 * value that can't be chosen
 */
export function fillInFields(
  { pool }: Pick<OrderKit, 'pool'>,
  actor: Customer,
  orderId: number,
  given: readonly Given[],
): Promise<FieldValue[]> {
  const { siteId, company } = actor
  return inSite(pool, siteId, async (db) => {
    const order = await lockOrder(db, actor, orderId)
    if (order.status !== 'cart') throw new Refusal('order_is_frozen')
    await assertNotBeingPaid(db, actor, { ...order, isPriced: order.priced !== null })
    const of = { siteId, companyId: company?.id ?? null }
    const fields = (await orderFieldsOf(db, of).executeTakeFirst())?.order_fields ?? []
    assertNoProblems(given.flatMap((one) => problemOf(fields, one)))
    // The last of several values for a field counts.
    const filled = namedValues(fields, [...(order.fields ?? []), ...given])
    await saveFields(db, order, filled)
    return filled
  })
}

function problemOf(fields: readonly OrderField[], { id, value }: Given) {
  const field = fields.find((one) => one.id === id)
  const message = field
    ? fieldProblem({ ...field, required: false }, value)
    : 'Your company doesn’t ask for this anymore.'
  return message === undefined ? [] : [{ field: `fields.${id}`, code: 'wrong', message }]
}
