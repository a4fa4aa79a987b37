/**
 * One piece of work at a time for each company. What waits has no connection to the database yet, so the programs of one
 * company can't take all of them.
 */
export function inTurns() {
  const ends = new Map<number, Promise<unknown>>()
  return <T>(companyId: number, work: () => Promise<T>): Promise<T> => {
    const turn = (ends.get(companyId) ?? Promise.resolve()).then(work)
    const end = turn
      .catch(() => {})
      .finally(() => {
        if (ends.get(companyId) === end) ends.delete(companyId)
      })
    ends.set(companyId, end)
    return turn
  }
}
