import { billingAddress } from '@laurel/domain/company-billing'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { companyQueries } from '../../app/company.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { Section } from '../../parts/Section.tsx'
import { BillingDialog } from './BillingDialog.tsx'

/** Whom the company's orders are billed to. */
export function BillingSection() {
  const i18n = useTexts()
  const { data: billing } = useSuspenseQuery(companyQueries.billing())
  const [isEditing, setEditing] = useState(false)
  const facts = [
    { label: i18n.t('Legal business name'), lines: [billing.legalBusinessName] },
    { label: i18n.t('Attention'), lines: [billing.attention] },
    { label: i18n.t('Address'), lines: billingAddress(billing) },
    { label: i18n.t('Email for invoices'), lines: [billing.email] },
  ]
  return (
    <Section
      id="billing"
      title={i18n.t('Billing details')}
      text={i18n.t(
        'Shown on invoices, receipts, and statements. Documents for orders you’ve already placed don’t change.',
      )}
    >
      <dl className="grid gap-4">
        {facts.map(({ label, lines }) => (
          <div key={label} className="grid grid-cols-[200px_1fr] gap-x-4 narrow:grid-cols-1">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 break-words">
              {lines.map((line) => (
                <span key={line} className="block">
                  {line || <span className="text-muted">{i18n.t('Not provided')}</span>}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {billing.fromProfileOf !== null && (
        <p className="mt-4 text-muted text-small">
          {i18n.t('From the profile of {name}, until you change them here.', {
            name: billing.fromProfileOf,
          })}
        </p>
      )}
      <Button className="mt-6" onClick={() => setEditing(true)}>
        {i18n.t('Change billing details')}
      </Button>
      {isEditing && <BillingDialog billing={billing} onClose={() => setEditing(false)} />}
    </Section>
  )
}
