import type { ConfirmationSearch } from './confirmation-search.ts'

/** What the buyer's browser brought back, fit to be shown. It decides nothing. */
export type ReturnedValues = { answer: string; account: string }

/** A provider's word: "APPROVAL", "DECLINED CVV2". Longer or stranger text was put there by somebody. */
const ANSWER = /^[A-Z0-9 /.-]{1,30}$/

/**
 * Makes the returned values safe to show: of an account its last four digits, of the answer a short
 * word. `ssl_token_response` tells whether a card was remembered, not whether money was taken, so it
 * is not shown.
 */
export function returnedValues(search: ConfirmationSearch): ReturnedValues {
  const message = (search.ssl_result_message ?? '').trim().toUpperCase()
  const number = search.ssl_card_number ?? search.ssl_bank_account_number ?? ''
  return { answer: ANSWER.test(message) ? sentenceCase(message) : '', account: accountEnding(number) }
}

/** `41**********9990` → `ending in 9990`; '' when there are no four digits at its end. */
export function accountEnding(masked: string): string {
  const [, digits] = /(\d{4})\s*$/.exec(masked) ?? []
  return digits ? `ending in ${digits}` : ''
}

function sentenceCase(words: string): string {
  return words.charAt(0) + words.slice(1).toLowerCase()
}
