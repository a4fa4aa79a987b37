/**
 * A path for the log: without its query (searched names, and what the payment page returns), without the token
 * of a card link, which opens the card, and without the secret part of the payment provider's report address.
 */
export function loggedPath(url: string | undefined): string | undefined {
  return url
    ?.split('?')[0]
    ?.replace(/(\/claims?\/+)[^/]+/gi, '$1…')
    .replace(/(\/payment_provider_reports\/+)[^/]+/gi, '$1…')
}
