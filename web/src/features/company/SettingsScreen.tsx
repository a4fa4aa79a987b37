import { mayInCompany } from '@laurel/domain/company-roles'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { companyQueries, usesApprovals } from '../../app/company.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { EmptyState } from '../../parts/Note.tsx'
import { AwaySection } from './approvals/AwaySection.tsx'
import { RulesSection } from './approvals/RulesSection.tsx'
import { BillingSection } from './BillingSection.tsx'
import { FieldsSection } from './FieldsSection.tsx'

/** What people with the role for it decide for the whole company, and approvers for themselves. */
export function SettingsScreen() {
  const i18n = useTexts()
  const { company } = useSuspenseQuery(companyQueries.people()).data
  const isBilling = mayInCompany(company, 'billing.manage')
  const isManager = mayInCompany(company, 'rules.manage')
  const isApprover = usesApprovals(company) && mayInCompany(company, 'approvals.decide')
  if (!isBilling && !isManager && !isApprover) {
    return (
      <EmptyState title={i18n.t('Your role doesn’t allow this')}>
        {i18n.t('Ask an admin of {name} to change settings for you.', { name: company.name })}
      </EmptyState>
    )
  }
  return (
    <div className="-mt-8">
      {isBilling && <BillingSection />}
      {isManager && <FieldsSection />}
      {isManager && <RulesSection />}
      {/* It appears with the first rule, and the rest of the page stays while it loads. */}
      {isApprover && (
        <Suspense>
          <AwaySection />
        </Suspense>
      )}
    </div>
  )
}
