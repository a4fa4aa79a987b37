export type PageAsked = { page: number; page_size: number }

/** The rows of one page, for a query. */
export function windowOf({ page, page_size: limit }: PageAsked) {
  return { limit, offset: (page - 1) * limit }
}

/**
 * A list page in the contract's format: the neighbors are paths, or null at the ends.
 *
 * @param filters what the list is filtered by; those that are undefined or empty aren't in the paths
 */
export function pageOfResults<T>(
  path: string,
  filters: Readonly<Record<string, unknown>>,
  { page, page_size }: PageAsked,
  count: number,
  results: T[],
) {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined && value !== '')
  const link = (page: number) => {
    const query = [...given, ['page', page], ['page_size', page_size]]
    return `${path}?${new URLSearchParams(query.map(([name, value]) => [String(name), String(value)]))}`
  }
  return {
    count,
    next: page * page_size >= count ? null : link(page + 1),
    previous: page === 1 ? null : link(page - 1),
    results,
  }
}
