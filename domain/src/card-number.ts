/**
 * The prefix of every number from the embedded issuer: major industry 9, and 999, a country code that ISO
 * 3166-1 never assigns. No payment network or national body issues such numbers.
 *
 * @see docs/decisions/0017-numbers-no-network-uses.md
 */
export const PRIVATE_LABEL_PREFIX = '9999'

/** The maximum length of a card number (ISO/IEC 7812); 14 of the digits are random. */
export const CARD_NUMBER_DIGITS = 19

/** Enough digits that they can't be guessed in the allowed attempts. */
export const CARD_PIN_DIGITS = 8

/**
 * The check digit that makes a number pass the Luhn check.
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

/** Whether a number passes the Luhn check, which catches one mistyped digit or two swapped neighbors. */
export function passesLuhn(number: string): boolean {
  return /^\d{2,}$/.test(number) && luhnDigit(number.slice(0, -1)) === number.at(-1)
}

/**
 * A number of the embedded issuer.
 *
 * @param drawn 14 random digits
 * @throws {RangeError} for anything else
 */
export function privateLabelNumber(drawn: string): string {
  const body = CARD_NUMBER_DIGITS - PRIVATE_LABEL_PREFIX.length - 1
  if (!new RegExp(`^\\d{${body}}$`).test(drawn)) throw new RangeError(`not ${body} digits`)
  return `${PRIVATE_LABEL_PREFIX}${drawn}${luhnDigit(PRIVATE_LABEL_PREFIX + drawn)}`
}
