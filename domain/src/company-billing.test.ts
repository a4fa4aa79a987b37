import { expect, test } from 'vitest'
import { type BillingDetails, billingAddress, billingProblems, tidyBilling } from './company-billing.ts'

const HALDEN: BillingDetails = {
  legalBusinessName: 'Halden Tools Inc.',
  attention: 'Accounts payable',
  businessAddress1: '90 Foundry Road',
  businessAddress2: 'Suite 4',
  businessCity: 'Dayton',
  businessState: 'OH',
  businessZip: '45402',
  email: 'ap@halden.example',
}
const problemsOf = (change: Partial<BillingDetails>) =>
  billingProblems(tidyBilling({ ...HALDEN, ...change })).map(({ field, message }) => `${field}: ${message}`)

test('details are stored as a profile is', () => {
  const typed = { attention: ' Attn:  Accounts   payable ', businessState: 'Ohio', businessZip: '454021234' }
  expect(tidyBilling({ ...HALDEN, ...typed, email: ' ap@HALDEN.example' })).toEqual({
    ...HALDEN,
    businessZip: '45402-1234',
  })
})

test.each<[change: Partial<BillingDetails>, problems: string[]]>([
  [{}, []],
  [{ attention: '', businessAddress2: '', email: '' }, []],
  [{ legalBusinessName: ' ' }, ['legalBusinessName: Enter your legal business name.']],
  [{ businessCity: '' }, ['businessCity: Enter a city.']],
  [{ businessState: 'Bavaria' }, ['businessState: Choose a state from the list.']],
  [{ attention: 'x'.repeat(61) }, ['attention: Use at most 60 characters.']],
  [{ email: 'ap@halden' }, ['email: Please enter a valid email']],
])('%j has the problems %j', (change, problems) => {
  expect(problemsOf(change)).toEqual(problems)
})

test('an address has no empty lines', () => {
  expect(billingAddress(HALDEN)).toEqual(['90 Foundry Road', 'Suite 4', 'Dayton, OH 45402'])
  const none = { businessAddress2: '', businessCity: '', businessState: '', businessZip: '' }
  expect(billingAddress({ ...none, businessAddress1: '' })).toEqual([])
})
