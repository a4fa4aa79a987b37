/** Who is selected: these people, or everybody in view but these. However long the list, nobody is counted out. */
export type Selection = { isAll: boolean; ids: ReadonlySet<number> }

export const NOBODY: Selection = { isAll: false, ids: new Set() }
export const EVERYBODY: Selection = { isAll: true, ids: new Set() }

export function hasSelected({ isAll, ids }: Selection, id: number): boolean {
  return isAll !== ids.has(id)
}

/** @param total how many are in view */
export function countSelected({ isAll, ids }: Selection, total: number): number {
  return isAll ? Math.max(0, total - ids.size) : ids.size
}

export function withToggled({ isAll, ids }: Selection, id: number): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { isAll, ids: next }
}

export function withSelected({ isAll, ids }: Selection, more: Iterable<number>): Selection {
  const next = new Set(ids)
  for (const id of more) {
    if (isAll) next.delete(id)
    else next.add(id)
  }
  return { isAll, ids: next }
}
