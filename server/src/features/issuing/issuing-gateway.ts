/** A card as its issuer knows it. Number and PIN are digits; they are never logged. */
export type IssuedCard = { key: string; number: string; pin: string; valueCents: number }
export type CardBalance = { key: string; balanceCents: number; status: 'issued' | 'active' | 'cancelled' }
/** What was on it when it was cancelled, the same whenever it is asked. */
export type CancelledCard = CardBalance & { withdrawnCents: number }

/**
 * Whoever makes cards with money on them. A card is named by a key of ours, unique within a site: asked
 * again by the same key, every call answers as it did the first time and does nothing more. So a call
 * whose answer was lost is simply made again.
 */
export type IssuingGateway = {
  /** Makes cards that hold nothing usable yet. @returns one for each key, in the order they were asked for */
  issue(siteId: number, cards: ReadonlyArray<{ key: string; valueCents: number }>): Promise<IssuedCard[]>
  /** Makes cards usable. A cancelled one stays cancelled. */
  activate(siteId: number, keys: readonly string[]): Promise<CardBalance[]>
  /** What is left on cards; one that was never issued is left out. */
  balance(siteId: number, keys: readonly string[]): Promise<CardBalance[]>
  /** Makes cards worthless, for good, and says what it took off them; one that was never issued is left out. */
  cancel(siteId: number, keys: readonly string[]): Promise<CancelledCard[]>
}
