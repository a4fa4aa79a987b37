export type OrderSearch = { tab?: 'recipients'; search?: string; page?: number }

/** Which part of an order the address shows; whatever it should not say is left out. */
export function readOrderSearch(given: Record<string, unknown>): OrderSearch {
  if (given.tab !== 'recipients') return {}
  const { page } = given
  // The router reads digits as a number.
  const search = typeof given.search === 'string' || typeof given.search === 'number' ? `${given.search}` : ''
  return {
    tab: 'recipients',
    ...(search.trim() !== '' && { search: search.trim().slice(0, 100) }),
    ...(Number.isSafeInteger(page) && Number(page) > 1 && { page: Number(page) }),
  }
}
