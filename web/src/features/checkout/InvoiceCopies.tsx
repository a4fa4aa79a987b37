import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import { MAX_INVOICE_EMAILS, tidyInvoiceEmails } from '@laurel/domain/invoice-emails'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { customerQueries } from '../../app/customer.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { TextField } from '../../parts/TextField.tsx'

/** Other addresses that get the invoice, usually accounts payable. */
export function InvoiceCopies({ copies, refused }: { copies: Copies; refused: string | undefined }) {
  const i18n = useTexts()
  const { emails, draft, error, write, add, remove } = copies
  const field = useRef<HTMLDivElement>(null)
  const isFull = emails.length >= MAX_INVOICE_EMAILS

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== ',') return
    event.preventDefault()
    add()
  }

  return (
    <div ref={field} className="grid max-w-[520px] gap-3">
      {emails.length > 0 && (
        <ul aria-label={i18n.t('The invoice also goes to')} className="flex flex-wrap gap-2">
          {emails.map((email) => (
            <li
              key={email}
              className="inline-flex min-h-11 min-w-0 max-w-full items-center gap-1 rounded-pill bg-surface pl-3.5 text-label shadow-hairline"
            >
              <span className="min-w-0 break-all py-1.5">{email}</span>
              <button
                type="button"
                aria-label={i18n.t('Remove {email}', { email })}
                onClick={() => {
                  remove(email)
                  // The focused button is gone, so focus the text field.
                  requestAnimationFrame(() => field.current?.querySelector('input')?.focus())
                }}
                className="grid size-11 shrink-0 place-items-center rounded-pill"
              >
                <Icon of={X} size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="text-muted text-small">
          {i18n.t('The invoice goes to you and these {most} addresses.', { most: MAX_INVOICE_EMAILS })}
        </p>
      ) : (
        <div className="flex items-start gap-3">
          <TextField
            label={i18n.t('Also send the invoice to')}
            hint={i18n.t('For example, your accounts payable team. We’ll send the receipt there, too.')}
            name="invoiceEmails"
            type="email"
            inputMode="email"
            autoComplete="off"
            placeholder="ap@company.com"
            value={draft}
            onChange={write}
            onKeyDown={onKeyDown}
            error={error ?? refused}
            className="min-w-0 flex-1"
          />
          <Button className="mt-[30px]" isDisabled={draft.trim() === ''} onClick={add}>
            {i18n.t('Add')}
          </Button>
        </div>
      )}
    </div>
  )
}

type Copies = ReturnType<typeof useInvoiceCopies>

/** Invoice addresses, starting with those of the last order. */
export function useInvoiceCopies() {
  const { data: customer } = useQuery(customerQueries.me())
  const [chosen, setChosen] = useState<string[] | null>(null)
  const [draft, setDraft] = useState('')
  const [error, setError] = useState<string>()
  const kept: string[] | undefined = customer?.invoiceEmails
  const emails = chosen ?? kept ?? []

  /** Adds the typed address. @returns the new list, or undefined if it isn't a valid address */
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
     * The list to send with the payment, including an address that is typed but not added.
     *
     * @returns undefined if that isn't a valid address; an empty object if the saved list is unknown
     */
    forPaying(): { invoiceEmails?: string[] } | undefined {
      const isUntouched = chosen === null && kept === undefined && draft.trim() === ''
      if (isUntouched) return {}
      const all = take()
      return all && { invoiceEmails: all }
    },
  }
}
