export type ItemSearch = { item?: number }

/** `?item=7`: the card to go on with. */
export function readItemSearch(search: Record<string, unknown>): ItemSearch {
  const item = Number(search.item)
  return Number.isSafeInteger(item) && item > 0 ? { item } : {}
}
