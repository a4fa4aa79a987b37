import {
  FIELD_NAME_MAX,
  FIELD_VALUE_MAX,
  MAX_FIELD_VALUES,
  MAX_ORDER_FIELDS,
} from '@laurel/domain/order-fields'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParams, lineText, listOf } from './fields.ts'
import { api } from './routes.ts'

const Name = lineText(FIELD_NAME_MAX).min(1, 'This field is required')
const Values = z
  .array(lineText(FIELD_VALUE_MAX).min(1, /*i18n*/ 'Enter a value.'))
  .max(MAX_FIELD_VALUES, `Offer up to ${MAX_FIELD_VALUES} values.`)
  .meta({ description: 'The values to choose from; empty for free text' })

export const OrderField = z.object({
  id: Id,
  name: z.string(),
  required: z.boolean(),
  values: z.array(z.string()),
})

/** What an order says of its company's custom fields, under the names they had when it was placed. */
export const FieldValue = z.object({ id: Id, name: z.string(), value: z.string() })

/** A field on the current order. */
export const OrderFieldToFill = OrderField.extend({
  value: z.string().meta({ description: 'The cart’s value; may be empty' }),
  last_value: z.string().meta({
    description: 'The value on the customer’s last order, if it can still be used',
  }),
})

const managing = { access: 'customer', companyNeeds: 'rules.manage' } as const

export const listOrderFields = endpoint(api.listOrderFields, {
  access: 'customer',
  keyScope: 'any',
  summary: 'The custom fields on orders of the current company, in its order',
  response: listOf(OrderField),
})

export const createOrderField = endpoint(api.createOrderField, {
  ...managing,
  summary: `Add a custom field to the company’s orders, up to ${MAX_ORDER_FIELDS}`,
  body: z.object({ name: Name, required: z.boolean().default(false), values: Values.default([]) }),
  response: OrderField,
  idempotent: true,
  refusals: ['limit_exceeded'],
})

export const patchOrderField = endpoint(api.patchOrderField, {
  ...managing,
  summary:
    'Change a custom field. Carts keep its value when you rename it. Orders keep the name they were placed with.',
  params: IdParams,
  body: z.object({
    name: Name.optional(),
    required: z.boolean().optional(),
    values: Values.optional(),
    position: z
      .number()
      .int()
      .min(0)
      .max(MAX_ORDER_FIELDS)
      .optional()
      .meta({ description: '0 is the first' }),
  }),
  response: OrderField,
})

export const removeOrderField = endpoint(api.removeOrderField, {
  ...managing,
  summary: 'Remove a custom field. Orders that have it keep it.',
  params: IdParams,
  response: 'nothing',
})

export const patchOrderFields = endpoint(api.patchOrderFields, {
  access: 'customer',
  companyNeeds: 'orders.place',
  summary: 'Fill in custom fields of the cart. Others stay as they are; an empty value removes one.',
  params: z.object({ order_id: Id }),
  body: z.object({
    fields: z.array(z.object({ id: Id, value: lineText(FIELD_VALUE_MAX) })).max(MAX_ORDER_FIELDS),
  }),
  response: listOf(FieldValue),
  refusals: ['order_is_frozen'],
})
