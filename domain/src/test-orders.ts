/** What a PO number makes of a test order. */
export const TEST_ORDERS = {
  /** Refused, as if the balance were too low. */
  balance: 'TEST BALANCE',
  /** Stays in review, so that it can be canceled. */
  review: 'TEST REVIEW',
  /** Declined from review. */
  decline: 'TEST DECLINE',
  /** Returned by its approver. */
  return: 'TEST RETURN',
} as const
export type TestOrder = keyof typeof TEST_ORDERS

/** @returns undefined for every other PO number: the order is approved */
export function testOrder(poNumber: string): TestOrder | undefined {
  const typed = poNumber.trim().toUpperCase()
  return (Object.keys(TEST_ORDERS) as TestOrder[]).find((one) => TEST_ORDERS[one] === typed)
}

/** How emails begin that a test card bounces from: `bounce@example.com`, `bounce+2@example.com`. */
export const TEST_BOUNCE = 'bounce'
/** How emails begin of test cards that no one claims. */
export const TEST_UNCLAIMED = 'unclaimed'
/** The second line of an address from which a test letter or parcel is returned. */
export const TEST_RETURNED = 'TEST RETURN'

export type TestEnd = 'arrives' | 'bounces' | 'unclaimed' | 'returned'

/** What becomes of a test card. */
export function testEnd({ email, address2 }: { email: string; address2: string }): TestEnd {
  const [begin = ''] = email.toLowerCase().split(/[+@]/)
  if (begin === TEST_BOUNCE) return 'bounces'
  if (begin === TEST_UNCLAIMED) return 'unclaimed'
  return address2.trim().toUpperCase() === TEST_RETURNED ? 'returned' : 'arrives'
}
