/**
 * What the postal service says about an address (its delivery point validation): `Y` known whole, `D`
 * the building without its apartment, `S` the building and not the unit given, `N` not at all.
 */
export const ADDRESS_VERDICTS = ['Y', 'D', 'S', 'N'] as const
export type AddressVerdict = (typeof ADDRESS_VERDICTS)[number]

const WARNINGS: Readonly<Record<AddressVerdict, string>> = {
  Y: '',
  D: 'An apartment or suite number is missing.',
  S: 'The building is known, the apartment or suite is not.',
  N: 'The postal service does not know this address. Confirm it with the customer.',
}

/** A sentence for whoever is about to print it; empty when nothing speaks against it. Never a reason to block. */
export function addressWarning(verdict: AddressVerdict): string {
  return WARNINGS[verdict]
}

export function isAddressVerdict(value: unknown): value is AddressVerdict {
  return ADDRESS_VERDICTS.some((verdict) => verdict === value)
}
