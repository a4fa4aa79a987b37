import { normalizeEmail } from './email.ts'

/** To how many addresses an invoice is sent besides the customer's own. */
export const MAX_INVOICE_EMAILS = 5

/** Addresses as they are kept: each once, however its letters were written. */
export function tidyInvoiceEmails(given: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const email of given.map(normalizeEmail)) {
    const key = email.toLowerCase()
    if (email !== '' && !byKey.has(key)) byKey.set(key, email)
  }
  return [...byKey.values()]
}
