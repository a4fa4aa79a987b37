import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import { MAX_INVOICE_EMAILS, tidyInvoiceEmails } from '@laurel/domain/invoice-emails'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { customerQueries } from '../../app/customer.queries.ts'

export type InvoiceCopies = ReturnType<typeof useInvoiceCopies>

/** Where the invoice also goes: as with the last order, until it is changed. */
export function useInvoiceCopies() {
  const { data: customer } = useQuery(customerQueries.me())
  const [chosen, setChosen] = useState<string[] | null>(null)
  const [draft, setDraft] = useState('')
  const [error, setError] = useState<string>()
  const kept: string[] | undefined = customer?.invoiceEmails
  const emails = chosen ?? kept ?? []

  /** Takes what is written into the list. @returns the list, or undefined when it is no address */
  function take(): string[] | undefined {
    if (draft.trim() === '') return emails
    if (!isEmail(draft.trim())) {
      setError(EMAIL_INVALID)
      return undefined
    }
    const next = tidyInvoiceEmails([...emails, draft]).slice(0, MAX_INVOICE_EMAILS)
    setChosen(next)
    setDraft('')
    return next
  }

  return {
    emails,
    draft,
    error,
    write(text: string) {
      setDraft(text)
      setError(undefined)
    },
    add: () => void take(),
    remove: (email: string) => setChosen(emails.filter((one) => one !== email)),
    /**
     * What to send when paying, with an address that is written and not yet added.
     *
     * @returns undefined when that is no address; without a list when nothing is known of one
     */
    forPaying(): { invoiceEmails?: string[] } | undefined {
      const isUntouched = chosen === null && kept === undefined && draft.trim() === ''
      if (isUntouched) return {}
      const all = take()
      return all && { invoiceEmails: all }
    },
  }
}
