/** Our references differ in four characters and two check digits; beyond this distance it's a different reference. */
const NEAR_EDITS = 2

export type MatchableOrder = { reference: string; dueCents: number }
export type OrderMatch = { isNearReference: boolean; isSameAmount: boolean }

/**
 * Sorts orders by how likely a payment is for them: by the fewest typos between the references, then by equal
 * amount. Ties keep their order.
 *
 * @param money the payment; the reference as the payer wrote it, in cents
 * @example rankMatches({ reference: 'R 10428-80', amountCents: 5000 }, orders) // R-10482-80 first
 */
export function rankMatches<T extends MatchableOrder>(
  money: { reference: string; amountCents: number },
  orders: readonly T[],
): (T & OrderMatch)[] {
  const written = letters(money.reference)
  return orders
    .map((order) => {
      const edits =
        written === '' ? Number.POSITIVE_INFINITY : editsBetween(written, letters(order.reference))
      const isNearReference = edits <= NEAR_EDITS
      const isSameAmount = order.dueCents === money.amountCents
      return {
        edits: isNearReference ? edits : NEAR_EDITS + 1,
        match: { ...order, isNearReference, isSameAmount },
      }
    })
    .toSorted((a, b) => a.edits - b.edits || Number(b.match.isSameAmount) - Number(a.match.isSameAmount))
    .map(({ match }) => match)
}

/** Bank forms drop spaces, hyphens, and case, and some payers leave out the R. */
function letters(reference: string): string {
  return reference
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replace(/^R/, '')
}

/** The typos between two words: a character missing, extra, or wrong, or two swapped. */
function editsBetween(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let row = 1; row <= a.length; row += 1) {
    const now = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      let edits = Math.min(last[column]! + 1, now[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1))
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwapped) edits = Math.min(edits, beforeLast[column - 2]! + 1)
      now.push(edits)
    }
    beforeLast = last
    last = now
  }
  return last[b.length]!
}
