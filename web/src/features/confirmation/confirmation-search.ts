import { id, searchParams, text } from '../../app/search-params.ts'

/** What the hosted payment page sends back, all optional. docs/spec.md §2, "Order confirmation". */
type ConfirmationSearch = {
  cpi_order_id?: number | null
  ssl_token_response?: string
  ssl_result_message?: string
  ssl_card_number?: string
  ssl_bank_account_number?: string
}

const RETURNED = [
  'ssl_token_response',
  'ssl_result_message',
  'ssl_card_number',
  'ssl_bank_account_number',
] as const

/** An order id that is none is null; the other values are text, however they look. */
export const readConfirmationSearch = searchParams<ConfirmationSearch>({
  cpi_order_id: (given, others) => (given === undefined ? undefined : (id(given, others) ?? null)),
  ssl_token_response: asText,
  ssl_result_message: asText,
  ssl_card_number: asText,
  ssl_bank_account_number: asText,
})

function asText(given: unknown): string | undefined {
  return text()(typeof given === 'number' ? String(given) : given, {})
}

export function hasReturnedValues(search: ConfirmationSearch): boolean {
  return RETURNED.some((name) => search[name] !== undefined)
}

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
