import { remittanceReference } from '@laurel/domain/remittance-reference'
import { expect, test } from 'vitest'
import { nextDraft, paymentErrors, referenceWords } from './ReceivedPaymentsScreen.tsx'

test('names a reference’s order while it is typed', () => {
  expect(referenceWords(' ')).toBeUndefined()
  expect(referenceWords(remittanceReference(10482))).toEqual({
    isOurs: true,
    words: 'This is order 10482.',
  })
})

test('points out a mistyped reference without refusing it', () => {
  const mistyped = remittanceReference(10482).replace('10482', '10428')
  expect(referenceWords(mistyped)).toMatchObject({ isOurs: false })
})

test('needs an amount above zero and a date', () => {
  const draft = nextDraft({ methodCode: 'self_hosted_check', receivedOn: '' })
  expect(Object.keys(paymentErrors(draft))).toEqual(['amountCents', 'receivedOn'])
  expect(paymentErrors({ ...draft, amountCents: 1, receivedOn: '2026-11-21' })).toEqual({})
})
