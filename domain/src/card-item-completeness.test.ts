import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CardItemState, missingInCardItem } from './card-item-completeness.ts'
import { productSetupSteps } from './product-setup-flow.ts'
import { REWARD_TYPES } from './reward-type.ts'

const bulk: CardItemState = {
  rewardType: 'bulk',
  templateId: 1,
  quantity: 40,
  denominationCents: 5000,
  recipientCount: 0,
  recipientProblemCount: 0,
  amountsMissing: 0,
}
const direct: CardItemState = {
  ...bulk,
  rewardType: 'direct',
  quantity: null,
  recipientCount: 12,
  amountsMissing: 12,
}

test.each<[string, CardItemState, string[]]>([
  ['a whole bulk item', bulk, []],
  ['a whole direct item with one amount for all', direct, []],
  ['a direct item with an amount each', { ...direct, denominationCents: null, amountsMissing: 0 }, []],
  ['no template', { ...bulk, templateId: null }, ['card-design: Choose a card design.']],
  ['no quantity', { ...bulk, quantity: null }, ['quantity: Enter how many cards you want.']],
  ['quantity zero', { ...bulk, quantity: 0 }, ['quantity: Enter how many cards you want.']],
  ['no value', { ...bulk, denominationCents: null }, ['value: Choose a card value.']],
  [
    'no recipients',
    { ...direct, recipientCount: 0, amountsMissing: 0 },
    ['recipients: Add at least one person.'],
  ],
  [
    'one recipient in need',
    { ...direct, recipientProblemCount: 1 },
    ['recipients: 1 person needs attention before checkout.'],
  ],
  [
    'recipients in need',
    { ...direct, recipientProblemCount: 37 },
    ['recipients: 37 people need attention before checkout.'],
  ],
  [
    'one amount missing',
    { ...direct, denominationCents: null, amountsMissing: 1 },
    ['recipients: 1 person has no value. Set one for them or for everyone.'],
  ],
  [
    'amounts missing',
    { ...direct, denominationCents: 0, amountsMissing: 3 },
    ['recipients: 3 people have no value. Set one for each or for everyone.'],
  ],
  [
    'a bulk item just begun',
    { ...bulk, templateId: null, quantity: null, denominationCents: null },
    [
      'card-design: Choose a card design.',
      'quantity: Enter how many cards you want.',
      'value: Choose a card value.',
    ],
  ],
])('%s', (_case, item, missing) => {
  expect(missingInCardItem(item).map(({ step, message }) => `${step}: ${message}`)).toEqual(missing)
})

test('each missing part belongs to a step of the item’s own flow, in the order of the steps', () => {
  const anyItem: fc.Arbitrary<CardItemState> = fc.record({
    rewardType: fc.constantFrom(...REWARD_TYPES),
    templateId: fc.option(fc.nat()),
    quantity: fc.option(fc.nat(3)),
    denominationCents: fc.option(fc.nat(3)),
    recipientCount: fc.nat(3),
    recipientProblemCount: fc.nat(3),
    amountsMissing: fc.nat(3),
  })
  fc.assert(
    fc.property(anyItem, (item) => {
      const steps = productSetupSteps(item.rewardType)
      const places = missingInCardItem(item).map(({ step }) => steps.indexOf(step))
      expect(places.every((place) => place >= 0)).toBe(true)
      expect(places).toEqual([...places].sort())
    }),
  )
})
