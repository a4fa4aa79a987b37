export type CustomersSearch = { search?: string; only?: 'disabled' | 'closed'; before?: number }

/** What the address says of the list; whatever it should not say is left out. */
export function readCustomersSearch(given: Record<string, unknown>): CustomersSearch {
  const { only, before } = given
  // The router reads digits as a number.
  const search = typeof given.search === 'string' || typeof given.search === 'number' ? `${given.search}` : ''
  return {
    ...(search.trim() !== '' && { search: search.trim().slice(0, 100) }),
    ...((only === 'disabled' || only === 'closed') && { only }),
    ...(Number.isSafeInteger(before) && Number(before) > 0 && { before: Number(before) }),
  }
}
