import { id, searchParams, text } from '../../app/search-params.ts'
/** What the hosted payment page sends back, all optional. docs/spec.md §2, "Order confirmation". */
export type ConfirmationSearch = {
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
