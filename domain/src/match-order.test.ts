import { expect, test } from 'vitest'
import { rankMatches } from './match-order.ts'
import { remittanceReference } from './remittance-reference.ts'

const orders = [10_481, 10_482, 10_483, 20_900].map((number) => ({
  reference: remittanceReference(number),
  dueCents: number,
}))
const first = (reference: string, amountCents = 1) => rankMatches({ reference, amountCents }, orders)[0]!

test.each<[written: string, reference: string]>([
  ['R-10482-80', 'R-10482-80'],
  ['r 10482 80', 'R-10482-80'],
  ['10482-80', 'R-10482-80'],
  ['R-10428-80', 'R-10482-80'],
  ['R-1042-80', 'R-10482-80'],
  ['R-104822-80', 'R-10482-80'],
  ['R-10482-08', 'R-10482-80'],
])('the reference written as %s is nearest to %s', (written, reference) => {
  expect(first(written)).toMatchObject({ reference, isNearReference: true })
})

test('lists the same amount first if no reference is near', () => {
  expect(first('Invoice 7', 20_900)).toMatchObject({
    dueCents: 20_900,
    isNearReference: false,
    isSameAmount: true,
  })
  expect(first('', 10_483)).toMatchObject({ dueCents: 10_483, isSameAmount: true })
})

test('sorts equally near references by amount, and otherwise keeps their order', () => {
  const twins = [
    { reference: 'R-100-11', dueCents: 5 },
    { reference: 'R-200-11', dueCents: 7 },
  ]
  expect(rankMatches({ reference: 'R-300-11', amountCents: 7 }, twins)[0]).toMatchObject({ dueCents: 7 })
  expect(rankMatches({ reference: 'R-300-11', amountCents: 1 }, twins)[0]).toMatchObject({ dueCents: 5 })
})
