import { billingAddress } from '@laurel/domain/company-billing'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { companyQueries } from '../../app/company.queries.ts'
import { Button } from '../../parts/Button.tsx'
import { Section } from '../../parts/Section.tsx'
import { BillingDialog } from './BillingDialog.tsx'

/** Whom the company's orders are billed to. */
export function BillingSection() {
  const { data: billing } = useSuspenseQuery(companyQueries.billing())
  const [isEditing, setEditing] = useState(false)
  const facts = [
    { label: 'Legal business name', lines: [billing.legalBusinessName] },
    { label: 'Attention', lines: [billing.attention] },
    { label: 'Address', lines: billingAddress(billing) },
    { label: 'Email for invoices', lines: [billing.email] },
  ]
  return (
    <Section
      id="billing"
      title="Billing details"
      text="Shown on invoices, receipts, and statements. Documents of orders you’ve placed don’t change."
    >
      <dl className="grid gap-4">
        {facts.map(({ label, lines }) => (
          <div key={label} className="grid grid-cols-[200px_1fr] gap-x-4 narrow:grid-cols-1">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 break-words">
              {lines.map((line) => (
                <span key={line} className="block">
                  {line || <span className="text-muted">Not provided</span>}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {billing.fromProfileOf !== null && (
        <p className="mt-4 text-muted text-small">
          From the profile of {billing.fromProfileOf}, until you change them here.
        </p>
      )}
      <Button className="mt-6" onClick={() => setEditing(true)}>
        Change billing details
      </Button>
      {isEditing && <BillingDialog billing={billing} onClose={() => setEditing(false)} />}
    </Section>
  )
}
