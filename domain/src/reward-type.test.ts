import { expect, test } from 'vitest'
import { isRewardType, REWARD_TYPE_DESCRIPTIONS, REWARD_TYPES } from './reward-type.ts'

test('each reward type is described in the words of the specification', () => {
  expect(REWARD_TYPE_DESCRIPTIONS).toEqual({
    bulk: 'Cards will be shipped via UPS to one location.',
    direct:
      "Cards will be personalized with the recipient's name, mailed via USPS and delivered to their address.",
    digital: 'Cards will be delivered via email to each recipient.',
  })
})

test('knows the three reward types', () => {
  for (const type of REWARD_TYPES) expect(isRewardType(type)).toBe(true)
})

test.each(['', 'Bulk', 'bulk ', 'toString', '__proto__', null, undefined, 1, ['bulk']])(
  '%j is not a reward type',
  (value) => {
    expect(isRewardType(value)).toBe(false)
  },
)
