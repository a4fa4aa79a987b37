/**
 * What every number of the embedded issuer begins with: major industry 9, and 999, a country code that
 * ISO 3166-1 gives to nobody. No payment network and no national body hands such numbers out.
 *
 * @see docs/decisions/0017-numbers-no-network-uses.md
 */
export const PRIVATE_LABEL_PREFIX = '9999'

/** The longest a card number may be (ISO/IEC 7812): 14 digits of it are drawn by lot. */
export const CARD_NUMBER_DIGITS = 19

/** As many digits as cannot be guessed in the tries anybody is given. */
export const CARD_PIN_DIGITS = 8

/**
 * The digit that makes a number pass Luhn's check when it is written behind it.
 *
 * @param digits the number without its last digit
 */
export function luhnDigit(digits: string): string {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at])
    const counted = at % 2 === 0 ? digit * 2 : digit
    sum += counted > 9 ? counted - 9 : counted
  }
  return String((10 - (sum % 10)) % 10)
}

/** Whether a number passes Luhn's check: one mistyped digit, or two neighbors swapped, and it does not. */
export function passesLuhn(number: string): boolean {
  return /^\d{2,}$/.test(number) && luhnDigit(number.slice(0, -1)) === number.at(-1)
}

/**
 * A number of the embedded issuer.
 *
 * @param drawn 14 digits drawn by lot
 * @throws {RangeError} when it is given anything else
 */
export function privateLabelNumber(drawn: string): string {
  const body = CARD_NUMBER_DIGITS - PRIVATE_LABEL_PREFIX.length - 1
  if (!new RegExp(`^\\d{${body}}$`).test(drawn)) throw new RangeError(`not ${body} digits`)
  return `${PRIVATE_LABEL_PREFIX}${drawn}${luhnDigit(PRIVATE_LABEL_PREFIX + drawn)}`
}
