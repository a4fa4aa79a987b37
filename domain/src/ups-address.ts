const PO_BOX = /\b(p\.?\s*o\.?\s*(box|b)\b|post\s+office\s+box\b|p\.?o\.?b\.?\s*\d)/i
const MILITARY_STATES = ['AA', 'AE', 'AP']

/** Is this a PO box, which only the mail can reach? */
export function isPoBox(line: string): boolean {
  return PO_BOX.test(line)
}

type Place = { address1: string; address2: string; state: string }

/** Why UPS can't deliver there, as a sentence; undefined if it can. */
export function upsProblem({ address1, address2, state }: Place): string | undefined {
  if (isPoBox(address1) || isPoBox(address2)) {
    return 'UPS doesn’t deliver to PO boxes. Choose a street address.'
  }
  if (MILITARY_STATES.includes(state)) {
    return 'UPS doesn’t deliver to military addresses. Choose a street address.'
  }
  return undefined
}
