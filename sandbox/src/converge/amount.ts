import { ConvergeError } from './errors.ts'

/** At most 11 characters, two decimals, no sign, and no leading zero. */
const AMOUNT = /^(0|[1-9]\d{0,7})\.\d{2}$/

/**
 * The cents of an amount on the wire, such as `195.00`.
 *
 * @throws {ConvergeError} 5002 for any other format, or zero
 */
export function centsFromAmount(text: string): number {
  const cents = AMOUNT.test(text) ? Number(text.replace('.', '')) : 0
  if (cents === 0) throw new ConvergeError(5002)
  return cents
}

/** An amount on the wire: two decimals, no currency, no grouping. */
export function amountFromCents(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** An amount as customers read it. */
export function dollarsFromCents(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
}
