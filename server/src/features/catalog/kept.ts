/** How long a change to the catalog may take to show. */
const KEEP_MS = 5_000

/**
 * Keeps what was read of each site for a few seconds: the catalog is read at every step of every
 * customer and changes a few times a year. Callers that come at once share one reading.
 */
export function keep<T>(read: (siteId: number) => Promise<T>): (siteId: number) => Promise<T> {
  const kept = new Map<number, { value: Promise<T>; until: number }>()
  return (siteId) => {
    const entry = kept.get(siteId)
    if (entry !== undefined && entry.until > Date.now()) return entry.value

    const value = read(siteId)
    kept.set(siteId, { value, until: Date.now() + KEEP_MS })
    // A reading that failed is no answer for the next caller.
    value.catch(() => kept.delete(siteId))
    return value
  }
}
