export type MyRewardsSearch = {
  /** Opens the choice of a reward type. */
  createNew?: true
  /** Opens this order. */
  openDetails?: number
}

/** The search params of docs/spec.md §2, "/my-rewards/". What is neither a yes nor an id is left out. */
export function readMyRewardsSearch(search: Record<string, unknown>): MyRewardsSearch {
  const wantsNew = search.createNew === true || search.createNew === 'true' || search.createNew === 1
  const id = typeof search.openDetails === 'string' ? Number(search.openDetails) : search.openDetails
  const isId = typeof id === 'number' && Number.isSafeInteger(id) && id > 0
  return { ...(wantsNew && { createNew: true }), ...(isId && { openDetails: id }) }
}
