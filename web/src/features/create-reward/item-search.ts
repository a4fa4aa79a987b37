export type ItemSearch = {
  item?: number
  /** Where the customer came from to mend something, and goes back to. */
  from?: 'payment'
}

/** `?item=7`: the card to go on with. */
export function readItemSearch(search: Record<string, unknown>): ItemSearch {
  const item = Number(search.item)
  return {
    ...(Number.isSafeInteger(item) && item > 0 && { item }),
    ...(search.from === 'payment' && { from: 'payment' as const }),
  }
}
