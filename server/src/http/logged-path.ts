/** What comes before a secret, or before a name that a company chose. */
const BEFORE = [
  ...['claims?', 'join', 'company_invitations', 'approve', 'approval_links', 'unsubscribe'],
  ...['payment_provider_reports', 'by_external_id'],
]
const SECRET = new RegExp(`(/(?:${BEFORE.join('|')})/+)[^/]+`, 'gi')

/**
 * A path for the log: without its query (searched names, and what the payment page returns), without the token
 * of a mailed link, which opens a card, a company, or an order, without the secret part of the payment provider's report
 * address, and without a company's own ID of an order, which can name people.
 */
export function loggedPath(url: string | undefined): string | undefined {
  return url?.split('?')[0]?.replace(SECRET, '$1…')
}
