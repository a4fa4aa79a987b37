export type PageAsked = { page: number; page_size: number }

/**
 * A list page in the contract's format: the neighbors are paths, or null at the ends.
 *
 * @param path with the list's filters, without the page
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
