import { remittanceReference } from '@laurel/domain/remittance-reference'
import { expect, test } from 'vitest'
import { nextDraft, paymentErrors, referenceWords } from './received-payment-draft.ts'

test('a reference says whose it is while it is typed', () => {
  expect(referenceWords(' ')).toBeUndefined()
  expect(referenceWords(remittanceReference(10482))).toEqual({
    isOurs: true,
    words: 'Right: this is order 10482.',
  })
})

test('a mistyped reference is told, not refused', () => {
  const mistyped = remittanceReference(10482).replace('10482', '10428')
  expect(referenceWords(mistyped)).toMatchObject({ isOurs: false })
})

test('money needs an amount above nothing and a day', () => {
  const draft = nextDraft({ methodCode: 'self_hosted_check', receivedOn: '' })
  expect(Object.keys(paymentErrors(draft))).toEqual(['amountCents', 'receivedOn'])
  expect(paymentErrors({ ...draft, amountCents: 1, receivedOn: '2026-11-21' })).toEqual({})
})
