/** Positions of a list are counted in blocks of this size (migration the-house, `recipient_tallies`). */
export const BLOCK_POSITIONS = 512

/** What one block of positions of a list comes to. */
export type Block = {
  block: number
  people: number
  needing_attention: number
  /** With a warning, and without errors. */
  to_check: number
  /** Without errors or warnings, and with an amount. */
  ready: number
  without_value: number
  value_cents: number
}

export type ListTotals = {
  people: number
  needingAttention: number
  toCheck: number
  ready: number
  withoutValue: number
  valueCents: number
}

export function totalsOf(blocks: readonly Block[]): ListTotals {
  const totals = { people: 0, needingAttention: 0, toCheck: 0, ready: 0, withoutValue: 0, valueCents: 0 }
  for (const block of blocks) {
    totals.people += block.people
    totals.needingAttention += block.needing_attention
    totals.toCheck += block.to_check
    totals.ready += block.ready
    totals.withoutValue += block.without_value
    totals.valueCents += block.value_cents
  }
  return totals
}

/**
 * Where the n-th person of a list is: the position to read from, and how many to skip there. Removed people
 * leave gaps, so the place is found by counting blocks; then at most one block is skipped through, for any
 * length of list.
 *
 * @param counted which people are counted: all, or those who need attention
 * @returns undefined past the end
 */
export function findPlace<Counted extends string>(
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
