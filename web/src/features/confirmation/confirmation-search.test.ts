import { expect, test } from 'vitest'
import { accountEnding, readConfirmationSearch, returnedValues } from './confirmation-search.ts'

test('reads the payment page’s values and nothing else', () => {
  const search = {
    cpi_order_id: 12,
    ssl_token_response: 'SUCCESS',
    ssl_result_message: 'APPROVAL',
    ssl_card_number: '41**********9990',
    ssl_bank_account_number: '',
    ssl_result: '0',
  }
  const { ssl_result: _, ...known } = search
  expect(readConfirmationSearch(search)).toEqual(known)
})

test.each([
  [12, 12],
  ['12', 12],
  [null, null],
  ['', null],
  ['abc', null],
  [-1, null],
  [0, null],
  [1.5, null],
  [1e20, null],
  [['1', '2'], null],
  [true, null],
])('reads the order ID %j as %j', (given, id) => {
  expect(readConfirmationSearch({ cpi_order_id: given })).toEqual({ cpi_order_id: id })
})

test('everything is optional', () => {
  expect(readConfirmationSearch({})).toEqual({})
})

test('keeps an account of digits as text', () => {
  expect(readConfirmationSearch({ ssl_bank_account_number: 6021 })).toEqual({
    ssl_bank_account_number: '6021',
  })
})

test('shows only the last four digits of a returned account', () => {
  expect(returnedValues({ ssl_card_number: '4124939999999990' }).account).toBe('ending in 9990')
  expect(returnedValues({ ssl_bank_account_number: '******6021' }).account).toBe('ending in 6021')
  expect(accountEnding('none')).toBe('')
})

test('shows the page’s answer in sentence case', () => {
  expect(returnedValues({ ssl_result_message: 'DECLINED CVV2' }).answer).toBe('Declined cvv2')
})

test.each(['Call 1-900-555-0100 to release your funds now', '<b>PAID</b>', ''])(
  'hides an answer that no provider sends: %s',
  (text) => {
    expect(returnedValues({ ssl_result_message: text }).answer).toBe('')
  },
)
