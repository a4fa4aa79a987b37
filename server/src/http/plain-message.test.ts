import { expect, test } from 'vitest'
import * as z from 'zod'
import { textsOf } from '../texts.ts'
import { plainMessage } from './plain-message.ts'

test.each<[schema: z.ZodType, given: unknown, message: string]>([
  [z.enum(['never', 'daily', 'at_once']), 'hourly', 'Choose never, daily, or at_once.'],
  [z.enum(['month', 'year']), undefined, 'Choose month or year.'],
  [z.literal('yes'), 'no', 'Choose yes.'],
  [z.literal([15, 30]), 20, 'Choose 15 or 30.'],
  [z.enum('abcdefghi'.split('')), 'x', 'Choose a value from the list.'],
  [z.enum(['a'], { error: 'Choose a role.' }), 'x', 'Choose a role.'],
  [z.number(), 'x', 'This should be a number.'],
  [z.int(), 50.5, 'This should be a whole number.'],
  [z.object({}), [], 'This should be an object.'],
  [z.array(z.string()), 'x', 'This should be a list.'],
  [z.number().min(0), -5, 'Enter a number of at least 0.'],
  [z.int().max(100), 101, 'Enter a number up to 100.'],
  [z.string().max(3), 'four', 'Use up to 3 characters.'],
  [z.array(z.string()).max(1), ['a', 'b'], 'Send up to 1.'],
  [z.iso.datetime(), '2026-12-24', 'Use a time in UTC, such as 2026-12-24T14:00:00Z.'],
  [z.string(), undefined, 'This field is required'],
])('%o says of %j: %s', (schema, given, message) => {
  const [issue] = schema.safeParse(given).error!.issues
  expect(plainMessage(issue!.code, issue!.message, textsOf('en'))).toBe(message)
})
