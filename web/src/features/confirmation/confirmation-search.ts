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

/** Reads the address. An order id that is none is null; the other values are text, however they look. */
export function readConfirmationSearch(search: Record<string, unknown>): ConfirmationSearch {
  const found: ConfirmationSearch = {}
  if (search.cpi_order_id !== undefined) found.cpi_order_id = orderId(search.cpi_order_id)
  for (const name of RETURNED) {
    const value = search[name]
    if (typeof value === 'string' || typeof value === 'number') found[name] = String(value)
  }
  return found
}

function orderId(value: unknown): number | null {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null
}

export function hasReturnedValues(search: ConfirmationSearch): boolean {
  return RETURNED.some((name) => search[name] !== undefined)
}
