import { normalizeEmail } from './email.ts'

/** How many addresses besides the customer's own get an invoice. */
export const MAX_INVOICE_EMAILS = 5

/** The stored form: each address once, ignoring case. */
export function tidyInvoiceEmails(given: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const email of given.map(normalizeEmail)) {
    const key = email.toLowerCase()
    if (email !== '' && !byKey.has(key)) byKey.set(key, email)
  }
  return [...byKey.values()]
}
