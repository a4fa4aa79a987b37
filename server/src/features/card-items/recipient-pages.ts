/** Positions of a list are counted in blocks of this many (migration the-house, `recipient_tallies`). */
export const BLOCK_POSITIONS = 512

/** What one block of positions of a list comes to. */
export type Block = {
  block: number
  people: number
  needing_attention: number
  /** Nothing to fix, and worth something. */
  ready: number
  without_value: number
  value_cents: number
}

export type ListTotals = {
  people: number
  needingAttention: number
  ready: number
  withoutValue: number
  valueCents: number
}

export function totalsOf(blocks: readonly Block[]): ListTotals {
  const totals = { people: 0, needingAttention: 0, ready: 0, withoutValue: 0, valueCents: 0 }
  for (const block of blocks) {
    totals.people += block.people
    totals.needingAttention += block.needing_attention
    totals.ready += block.ready
    totals.withoutValue += block.without_value
    totals.valueCents += block.value_cents
  }
  return totals
}

/**
 * Where the n-th person of a list stands: from which position on to read, and how many to skip
 * there. People leave gaps when they are removed, so the place is found by counting blocks; at most
 * one block is then skipped through, however long the list is.
 *
 * @param counted which people are counted: all, or those who need attention
 * @returns undefined past the end
 */
export function placeOf<Counted extends string>(
  blocks: ReadonlyArray<{ block: number } & Record<Counted, number>>,
  counted: Counted,
  n: number,
): { fromPosition: number; skip: number } | undefined {
  let before = 0
  for (const block of blocks) {
    const many: number = block[counted]
    if (n < before + many) {
      return { fromPosition: block.block * BLOCK_POSITIONS, skip: n - before }
    }
    before += many
  }
  return undefined
}
