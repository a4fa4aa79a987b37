import { expect, test } from 'vitest'
import * as z from 'zod'
import { plainMessage } from './plain-message.ts'

test.each<[schema: z.ZodType, given: unknown, message: string]>([
  [z.enum(['never', 'daily', 'at_once']), 'hourly', 'Choose never, daily, or at_once.'],
  [z.enum(['month', 'year']), undefined, 'Choose month or year.'],
  [z.literal('yes'), 'no', 'Choose yes.'],
  [z.literal([15, 30]), 20, 'Choose 15 or 30.'],
  [z.enum('abcdefghi'.split('')), 'x', 'Choose a value from the list.'],
  [z.enum(['a'], { error: 'Choose a role.' }), 'x', 'Choose a role.'],
  [z.number(), 'x', 'This should be a number.'],
  [z.string(), undefined, 'This field is required'],
])('%o says of %j: %s', (schema, given, message) => {
  const [issue] = schema.safeParse(given).error!.issues
  expect(plainMessage(issue!.code, issue!.message)).toBe(message)
})
