/** Where something goes, as carriers want it. */
export type CarrierAddress = {
  name: string
  company: string
  phone: string
  address1: string
  address2: string
  city: string
  state: string
  zip: string
}

export type Label = { bytes: Buffer; contentType: 'application/pdf' | 'image/gif' | 'image/png' }

/** A label or postage that was bought. */
export type MadeLabel = {
  carrierShipmentId: string
  trackingNumber: string
  costCents: number
  label: Label
}

/**
 * The outcome of buying a label.
 * - `not_sent`: the carrier certainly got no request, or refused it: nothing was bought
 * - `unknown`: it was asked, and its answer was lost: look it up, never ask again
 */
export type BuyOutcome =
  | ({ outcome: 'made' } & MadeLabel)
  | { outcome: 'refused'; reason: string }
  | { outcome: 'not_sent'; retryAfterMs: number }
  | { outcome: 'unknown' }

/** What a carrier says about a purchase whose answer was lost. `later`: it did not say anything. */
export type FoundOutcome =
  | ({ outcome: 'made' } & MadeLabel)
  | { outcome: 'absent' }
  | { outcome: 'later'; retryAfterMs: number }

/**
 * The outcome of voiding a label.
 * - `later`: the carrier certainly got no request
 * - `unknown`: it was asked, and its answer was lost: it may have voided the label
 */
export type VoidOutcome =
  | { outcome: 'void' }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'later'; retryAfterMs: number }
  | { outcome: 'unknown' }

/** Where something is. `problem`: on its way, and something is the matter. */
export type TrackOutcome =
  | { outcome: 'under_way' | 'problem' | 'delivered' | 'returned'; words: string; at: Date | undefined }
  | { outcome: 'not_known' }
  | { outcome: 'later'; retryAfterMs: number }
