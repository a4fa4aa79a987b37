import { mayInCompany } from '@laurel/domain/company-roles'
import { useSuspenseQuery } from '@tanstack/react-query'
import { companyQueries } from '../../app/company.queries.ts'
import { EmptyState } from '../../parts/Note.tsx'
import { FieldsSection } from './FieldsSection.tsx'

/** What people with the role for it decide for the whole company. */
export function SettingsScreen() {
  const { company } = useSuspenseQuery(companyQueries.people()).data
  if (!mayInCompany(company, 'rules.manage')) {
    return (
      <EmptyState title="Your role doesn’t allow this">
        Ask an admin of {company.name} to change settings for you.
      </EmptyState>
    )
  }
  return (
    <div className="-mt-8">
      <FieldsSection />
    </div>
  )
}
