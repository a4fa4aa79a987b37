/** A card as its issuer knows it. Number and PIN are digits; they are never logged. */
export type IssuedCard = { key: string; number: string; pin: string; valueCents: number }
export type CardBalance = { key: string; balanceCents: number; status: 'issued' | 'active' | 'cancelled' }
/** What was on it when it was canceled, the same whenever it is asked. */
export type CanceledCard = CardBalance & { withdrawnCents: number }

/**
 * The issuer of cards with money on them. Each card has our key, unique within a site: repeated with the same
 * key, every call answers as the first time and does nothing more. So a call with a lost answer is simply
 * repeated.
 */
export type IssuingGateway = {
  /** Issues inactive cards. @returns one for each key, in order */
  issue(siteId: number, cards: ReadonlyArray<{ key: string; valueCents: number }>): Promise<IssuedCard[]>
  /** Makes cards usable. A canceled one stays canceled. */
  activate(siteId: number, keys: readonly string[]): Promise<CardBalance[]>
  /** What is left on cards; one that was never issued is left out. */
  balance(siteId: number, keys: readonly string[]): Promise<CardBalance[]>
  /** Makes cards worthless, for good, and says what it took off them; one that was never issued is left out. */
  cancel(siteId: number, keys: readonly string[]): Promise<CanceledCard[]>
}
