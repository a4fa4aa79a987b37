import { id, searchParams, text } from '../../app/search-params.ts'
import { pageTexts } from '../../app/texts.ts'

/** The hosted payment page's search params, all optional. docs/spec.md §2, "Order confirmation". */
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

/** An invalid order ID becomes null; the other values are kept as text. */
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

/** The browser's values, safe to show. They decide nothing. */
export type ReturnedValues = { answer: string; account: string }

/** A provider's answer, such as "APPROVAL" or "DECLINED CVV2". Any other text was tampered with. */
const ANSWER = /^[A-Z0-9 /.-]{1,30}$/

/**
 * Makes the returned values safe to show: the last four digits of an account, and a short answer.
 * Leaves out `ssl_token_response`, which says whether a card was saved, not whether it was charged.
 */
export function returnedValues(search: ConfirmationSearch): ReturnedValues {
  const message = (search.ssl_result_message ?? '').trim().toUpperCase()
  const number = search.ssl_card_number ?? search.ssl_bank_account_number ?? ''
  return { answer: ANSWER.test(message) ? sentenceCase(message) : '', account: accountEnding(number) }
}

/** `41**********9990` → `ending in 9990`; '' if it doesn't end in four digits. */
export function accountEnding(masked: string): string {
  const i18n = pageTexts()

  const [, digits] = /(\d{4})\s*$/.exec(masked) ?? []
  return digits ? i18n.t('ending in {digits}', { digits }) : ''
}

function sentenceCase(words: string): string {
  return words.charAt(0) + words.slice(1).toLowerCase()
}
