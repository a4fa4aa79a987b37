export type RecipientsSearch = { list?: number; page?: number }

/** `?list=3&page=2`: whose people are shown, and from where on. */
export function readRecipientsSearch(search: Record<string, unknown>): RecipientsSearch {
  const list = wholeNumber(search.list)
  const page = wholeNumber(search.page)
  return { ...(list !== undefined && { list }), ...(page !== undefined && page > 1 && { page }) }
}

function wholeNumber(given: unknown): number | undefined {
  const number = Number(given)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}
