/**
 * The postal service's delivery point validation: `Y` confirmed, `D` confirmed without its apartment, `S`
 * building confirmed but not the unit, `N` not found.
 */
export const ADDRESS_VERDICTS = ['Y', 'D', 'S', 'N'] as const
export type AddressVerdict = (typeof ADDRESS_VERDICTS)[number]

const WARNINGS: Readonly<Record<AddressVerdict, string>> = {
  Y: '',
  D: 'An apartment or suite number is missing.',
  S: 'The apartment or suite number wasn’t found in this building.',
  N: 'USPS doesn’t recognize this address. Confirm it with the customer.',
}

/** A warning for the person about to print it; empty if there's none. It never blocks. */
export function addressWarning(verdict: AddressVerdict): string {
  return WARNINGS[verdict]
}
