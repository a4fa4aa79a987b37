import type { PaymentKind } from './token-request.ts'

/** The submitted form, with the errors of its invalid fields. */
export type FormCheck = {
  /** Digits of the card or bank account. */
  number: string
  errors: Record<string, string>
}

const MAX_YEARS_AHEAD = 20

/** Whether a card number passes the Luhn check (ISO/IEC 7812-1). */
export function isLuhnValid(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, sign, at) => {
    const digit = at % 2 === 0 ? Number(sign) : Number(sign) * 2
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return digits !== '' && sum % 10 === 0
}

/** Whether a routing number's check digit is right (weights 3, 7, 1). */
export function isRoutingNumber(digits: string): boolean {
  const weights = [3, 7, 1]
  const sum = [...digits].reduce((total, sign, at) => total + Number(sign) * (weights[at % 3] ?? 0), 0)
  return /^\d{9}$/.test(digits) && sum > 0 && sum % 10 === 0
}

function withoutGaps(text = ''): string {
  return text.replace(/[\s-]/g, '')
}

function cardNumberError(digits: string): string | undefined {
  if (digits === '') return 'Enter a card number.'
  if (!/^\d{13,19}$/.test(digits)) return 'Enter 13 to 19 digits.'
  if (!isLuhnValid(digits)) return 'This isn’t a card number. Check the digits.'
  return undefined
}

function expiryError(text: string, now: Date): string | undefined {
  const [, month = '', year = ''] = /^(\d{2})\s*\/?\s*(\d{2})$/.exec(text.trim()) ?? []
  if (month === '') return 'Enter the month and year as MM/YY.'
  if (Number(month) < 1 || Number(month) > 12) return 'Enter a month from 01 to 12.'
  const monthsLeft = (Number(year) + 2000 - now.getFullYear()) * 12 + Number(month) - 1 - now.getMonth()
  if (monthsLeft < 0) return 'This card has expired.'
  if (monthsLeft > MAX_YEARS_AHEAD * 12) return 'Enter an earlier year.'
  return undefined
}

function codeError(code: string, cardDigits: string): string | undefined {
  const length = /^3[47]/.test(cardDigits) ? 4 : 3
  return new RegExp(`^\\d{${length}}$`).test(code) ? undefined : `Enter the ${length}-digit security code.`
}

function checkCard(fields: Record<string, string>, now: Date): FormCheck {
  const number = withoutGaps(fields.ssl_card_number)
  const errors = {
    ssl_card_number: cardNumberError(number),
    ssl_exp_date: expiryError(fields.ssl_exp_date ?? '', now),
    ssl_cvv2cvc2: codeError(withoutGaps(fields.ssl_cvv2cvc2), number),
  }
  return { number, errors: onlyReal(errors) }
}

function checkAccount(fields: Record<string, string>): FormCheck {
  const number = withoutGaps(fields.ssl_bank_account_number)
  const isAccount = /^\d{4,16}$/.test(number)
  const isKind = fields.ssl_bank_account_type === '0' || fields.ssl_bank_account_type === '1'
  const errors = {
    ssl_aba_number: isRoutingNumber(withoutGaps(fields.ssl_aba_number))
      ? undefined
      : 'Enter the nine-digit routing number at the bottom left of a check.',
    ssl_bank_account_number: isAccount ? undefined : 'Enter 4 to 16 digits.',
    ssl_bank_account_type: isKind ? undefined : 'Choose personal or business.',
    ssl_agree: fields.ssl_agree === '1' ? undefined : 'Select the checkbox to allow the debit.',
  }
  return { number, errors: onlyReal(errors) }
}

function onlyReal(errors: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => !!entry[1]))
}

/** Validates the page's form before the bank is asked. */
export function checkForm(kind: PaymentKind, fields: Record<string, string>, now: Date): FormCheck {
  return kind === 'ccsale' ? checkCard(fields, now) : checkAccount(fields)
}
