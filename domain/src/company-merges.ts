/** How long staff can undo a merge. */
export const UNDO_MERGE_DAYS = 30
/** How long a merge, or its undo, waits for a second person. */
export const MERGE_ASKED_DAYS = 7

const DAY_MS = 86_400_000

/** Until when a merge can be undone. */
export function undoMergeUntil(mergedAt: Date): Date {
  return new Date(mergedAt.getTime() + UNDO_MERGE_DAYS * DAY_MS)
}

/** Whether a request for a second person still waits. */
export function isMergeAsked(askedAt: Date | null, now: Date): boolean {
  return askedAt !== null && now.getTime() - askedAt.getTime() < MERGE_ASKED_DAYS * DAY_MS
}

/** A name that isn't taken: with the company it comes from, and a number if that is taken, too. */
export function freeName(
  name: string,
  taken: ReadonlySet<string>,
  { from, max }: { from: string; max: number },
): string {
  if (!taken.has(name.toLowerCase())) return name
  for (let nth = 1; ; nth += 1) {
    const suffix = ` (${from.trim().slice(0, 24).trimEnd()}${nth === 1 ? '' : ` ${nth}`})`
    const free = `${name.slice(0, max - suffix.length).trimEnd()}${suffix}`
    if (!taken.has(free.toLowerCase())) return free
  }
}
