export type TrackedCarrier = 'UPS' | 'USPS'

const FORMS: Readonly<Record<TrackedCarrier, RegExp>> = {
  UPS: /^(1Z[0-9A-Z]{16}|\d{9}|\d{10}|\d{12}|T\d{10})$/,
  // Parcels have 20 to 22 digits or a two-letter code; a letter's barcode has 20, 25, 29, or 31.
  USPS: /^(\d{20,22}|\d{25}|\d{26}|\d{29,31}|\d{34}|[A-Z]{2}\d{9}US)$/,
}

/** The carriers' format: without spaces and dashes, in capitals. */
export function tidyTrackingNumber(typed: string): string {
  return typed.replace(/[\s-]+/g, '').toUpperCase()
}

/** Does it look like this carrier's number? Format only; whether it exists, only the carrier knows. */
export function isTrackingNumber(carrier: TrackedCarrier, tidy: string): boolean {
  return FORMS[carrier].test(tidy)
}

/** The public tracking page; empty for a carrier without one. */
export function trackingUrl(carrier: string, trackingNumber: string): string {
  if (trackingNumber === '') return ''
  const number = encodeURIComponent(trackingNumber)
  if (carrier === 'UPS') return `https://www.ups.com/track?loc=en_US&tracknum=${number}`
  if (carrier === 'USPS') return `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`
  return ''
}
