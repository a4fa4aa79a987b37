import { MAX_INVOICE_EMAILS } from '@laurel/domain/invoice-emails'
import { X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { TextField } from '../../parts/TextField.tsx'
import type { InvoiceCopies as Copies } from './use-invoice-copies.ts'

/** Who gets the invoice besides the customer: accounts payable, as a rule. */
export function InvoiceCopies({ copies, refused }: { copies: Copies; refused: string | undefined }) {
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
        <ul aria-label="The invoice also goes to" className="flex flex-wrap gap-2">
          {emails.map((email) => (
            <li
              key={email}
              className="inline-flex min-h-11 min-w-0 max-w-full items-center gap-1 rounded-pill bg-surface pl-3.5 text-label shadow-hairline"
            >
              <span className="min-w-0 break-all py-1.5">{email}</span>
              <button
                type="button"
                aria-label={`Leave out ${email}`}
                onClick={() => {
                  remove(email)
                  // The button is gone: the keyboard goes on where the next would be written.
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
          The invoice goes to you and these {MAX_INVOICE_EMAILS} addresses.
        </p>
      ) : (
        <div className="flex items-start gap-3">
          <TextField
            label="Also send the invoice to"
            hint="Your accounts payable, for example. The receipt goes there, too."
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
            Add
          </Button>
        </div>
      )}
    </div>
  )
}
