import { Refusal } from '@laurel/domain/refusal'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { formValues, parseForm, queryValues } from './form-values.ts'

const Schema = z.object({
  count: z.number(),
  note: z.string(),
  flag: z.boolean().default(false),
  amount: z.number().nullable(),
  design: z.object({ tone: z.string() }).optional(),
  ids: z.array(z.number()),
})

test.each([
  [{ count: '12' }, { count: 12 }],
  [{ count: '-0.5' }, { count: -0.5 }],
  [{ count: '1e3' }, { count: '1e3' }],
  [{ count: '0x10' }, { count: '0x10' }],
  [{ count: '' }, { count: '' }],
  [{ note: '12' }, { note: '12' }],
  [{ flag: 'true' }, { flag: true }],
  [{ flag: 'yes' }, { flag: 'yes' }],
  [{ amount: '' }, { amount: null }],
  [{ amount: '500' }, { amount: 500 }],
  [{ design: '{"tone":"deep"}' }, { design: { tone: 'deep' } }],
  [{ ids: '[1,2]' }, { ids: [1, 2] }],
  [{ stranger: 'x' }, {}],
])('a form with %j means %j', (form, values) => {
  expect(formValues(Schema, form)).toEqual(values)
})

test('rejects broken JSON in a field at that field', () => {
  const read = () => formValues(Schema, { design: '{"tone":' })
  expect(read).toThrow(Refusal)
  try {
    read()
  } catch (cause) {
    expect((cause as Refusal).errors).toMatchObject([{ field: 'design', code: 'invalid_json' }])
  }
})

test('rejects a key given twice', () => {
  expect(() => parseForm('order_id=1&order_id=2')).toThrow(Refusal)
  expect(() => queryValues(Schema, { count: ['1', '2'] })).toThrow(Refusal)
})

test('a form can’t reach an object’s prototype', () => {
  const form = parseForm('__proto__=x&constructor=y')
  expect(formValues(Schema, form)).toEqual({})
  expect(({} as Record<string, unknown>).x).toBeUndefined()
})

test('an array in a query is comma-separated', () => {
  const query = z.object({ status: z.array(z.string()) })
  expect(queryValues(query, { status: 'in_review,approved' })).toEqual({ status: ['in_review', 'approved'] })
  for (const unknown of ['other', 'constructor', 'toString', '__proto__']) {
    expect(queryValues(query, Object.fromEntries([[unknown, '1']]))).toEqual({})
  }
})
