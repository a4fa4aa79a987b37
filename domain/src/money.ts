/** Dollars with more digits lose cents in a JavaScript number. */
const MAX_DOLLAR_DIGITS = 13

/**
 * Writes an amount with its cents, as tables and totals show it.
 *
 * @param cents whole cents; a negative amount gets a leading minus
 * @throws {RangeError} when not a whole number of cents: a caller's bug
 * @example formatCents(123450) // '$1,234.50'
 */
export function formatCents(cents: number): string {
  const { sign, dollars, rest } = splitCents(cents)
  return `${sign}$${group(dollars)}.${rest}`
}

/**
 * Writes an amount as short as possible, as on a card's face.
 *
 * @param cents whole cents
 * @throws {RangeError} when not a whole number of cents: a caller's bug
 * @example formatDollars(5000) // '$50'
 */
export function formatDollars(cents: number): string {
  const { sign, dollars, rest } = splitCents(cents)
  return rest === '00' ? `${sign}$${group(dollars)}` : `${sign}$${group(dollars)}.${rest}`
}

/**
 * Parses a price in machine format: digits, and at most two after a point. Signs, exponents, separators, and a
 * third decimal are refused, never rounded.
 *
 * @returns whole cents, or undefined when the text is not a price
 * @example centsFromDecimal('195.00') // 19500
 */
export function centsFromDecimal(text: string): number | undefined {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text.trim())
  if (!match) return undefined

  const [, dollars = '', fraction = ''] = match
  if (dollars.length > MAX_DOLLAR_DIGITS) return undefined
  return Number(dollars) * 100 + Number(fraction.padEnd(2, '0'))
}

/**
 * Parses a price as people type it: with a currency, thousands separators, or a decimal comma if it's
 * unambiguous. "1.250" isn't.
 *
 * @returns whole cents, or undefined when the text is not a price
 * @example centsFromTyped('$1,000') // 100000
 * @example centsFromTyped('$ 1.250,00') // 125000
 */
export function centsFromTyped(text: string): number | undefined {
  const plain = withoutCurrency(text)
  if (/^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(plain)) return centsFromDecimal(plain.replaceAll(',', ''))
  const isForeign = /^\d{1,3}(\.\d{3})+,\d{1,2}$|^\d{1,3}(\.\d{3}){2,}$|^\d+,\d{1,2}$/.test(plain)
  return centsFromDecimal(isForeign ? plain.replaceAll('.', '').replace(',', '.') : plain)
}

/** The likely meaning of an ambiguous price: "1.250" is 1,250 where points separate thousands. */
export function suggestCents(text: string): number | undefined {
  const plain = withoutCurrency(text)
  return /^\d{1,3}\.\d{3}$/.test(plain) ? centsFromDecimal(plain.replace('.', '')) : undefined
}

function withoutCurrency(text: string): string {
  const plain = text.trim().replace(/^(?:US)?\s*\$\s*|^USD\s*|\s*(?:USD|\$)$/gi, '')
  // "1 250,00": spaces separate thousands as well.
  return /^\d{1,3}(\s\d{3})+([.,]\d{1,2})?$/.test(plain) ? plain.replace(/\s/g, '') : plain
}

/**
 * Writes an amount for payment providers and carriers: no currency sign, always two decimals.
 *
 * @param cents whole cents, zero or more
 * @throws {RangeError} when negative or not a whole number of cents: a caller's bug
 * @example decimalFromCents(19500) // '195.00'
 */
export function decimalFromCents(cents: number): string {
  const { sign, dollars, rest } = splitCents(cents)
  if (sign) throw new RangeError(`not a price: ${cents} cents`)
  return `${dollars}.${rest}`
}

function splitCents(cents: number): { sign: '' | '-'; dollars: string; rest: string } {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not whole cents: ${cents}`)

  const digits = String(Math.abs(cents)).padStart(3, '0')
  return { sign: cents < 0 ? '-' : '', dollars: digits.slice(0, -2), rest: digits.slice(-2) }
}

function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',')
}
