import { expect, test } from 'vitest'
import { accountEnding, returnedValues } from './returned-values.ts'

test('of a returned account only its last four digits are shown', () => {
  expect(returnedValues({ ssl_card_number: '4124939999999990' }).account).toBe('ending in 9990')
  expect(returnedValues({ ssl_bank_account_number: '******6021' }).account).toBe('ending in 6021')
  expect(accountEnding('none')).toBe('')
})

test('the page’s own word is shown quietly', () => {
  expect(returnedValues({ ssl_result_message: 'DECLINED CVV2' }).answer).toBe('Declined cvv2')
})

test.each(['Call 1-900-555-0100 to release your funds now', '<b>PAID</b>', ''])(
  'a word that somebody else put there is not shown: %s',
  (text) => {
    expect(returnedValues({ ssl_result_message: text }).answer).toBe('')
  },
)
