const MAX_ORDER_NUMBER = 999_999_999_999

/**
 * The reference a customer writes on a check or transfer, so that the payment can be matched. Two check digits
 * (ISO 7064, mod 97-10) catch any mistyped digit and any two swapped.
 *
 * @throws {RangeError} when not an order number: a caller's bug
 * @example remittanceReference(10482) // 'R-10482-80'
 */
export function remittanceReference(orderNumber: number): string {
  if (!Number.isSafeInteger(orderNumber) || orderNumber < 1 || orderNumber > MAX_ORDER_NUMBER) {
    throw new RangeError(`not an order number: ${orderNumber}`)
  }
  return `R-${orderNumber}-${checkDigits(orderNumber)}`
}

/**
 * The order of a reference, or undefined if it isn't one of ours. Spaces, hyphens, and case don't matter, because
 * bank forms drop them.
 */
export function orderNumberOfReference(text: string): number | undefined {
  const [, digits = '', check = ''] = /^R?([1-9]\d{0,11})(\d{2})$/i.exec(text.replace(/[\s-]/g, '')) ?? []
  if (!digits || checkDigits(Number(digits)) !== check) return undefined
  return Number(digits)
}

function checkDigits(orderNumber: number): string {
  return String(98 - ((orderNumber * 100) % 97)).padStart(2, '0')
}
