export type ItemSearch = {
  item?: number
  /** Where the customer came from to mend something, and goes back to. */
  from?: 'payment'
  /** Only these people of the list are shown at first. */
  only?: 'attention'
}

/** `?item=7`: the card to go on with. */
export function readItemSearch(search: Record<string, unknown>): ItemSearch {
  const item = Number(search.item)
  return {
    ...(Number.isSafeInteger(item) && item > 0 && { item }),
    ...(search.from === 'payment' && { from: 'payment' as const }),
    ...(search.only === 'attention' && { only: 'attention' as const }),
  }
}
