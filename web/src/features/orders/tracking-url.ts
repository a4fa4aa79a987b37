const PAGES: Readonly<Record<string, string>> = {
  UPS: 'https://www.ups.com/track?tracknum=',
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
}

/** Where the carrier tells what became of a parcel; undefined for a carrier without such a page. */
export function trackingUrl(carrier: string, trackingNumber: string): string | undefined {
  const page = PAGES[carrier.toUpperCase()]
  return page && `${page}${encodeURIComponent(trackingNumber)}`
}
