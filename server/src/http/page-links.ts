export type PageAsked = { page: number; page_size: number }

/**
 * A page of a list as the contract has it: the neighbours are paths, or null at the ends.
 *
 * @param path with what the list is filtered by, without the page
 */
export function pageOfResults<T>(path: string, asked: PageAsked, count: number, results: T[]) {
  const link = (page: number) =>
    `${path}${path.includes('?') ? '&' : '?'}page=${page}&page_size=${asked.page_size}`
  const isLast = asked.page * asked.page_size >= count
  return {
    count,
    next: isLast ? null : link(asked.page + 1),
    previous: asked.page === 1 ? null : link(asked.page - 1),
    results,
  }
}
