/**
 * An address as it may stand in a log: without its query (names people search for, and what the payment
 * page brings back), and without what the link to a card carries: who has that has the card; nor the secret
 * part of the address that the payment provider reports to.
 */
export function loggedPath(url: string | undefined): string | undefined {
  return url
    ?.split('?')[0]
    ?.replace(/(\/claims?\/+)[^/]+/gi, '$1…')
    .replace(/(\/payment_provider_reports\/+)[^/]+/gi, '$1…')
}
