import { mayInCompany } from '@laurel/domain/company-roles'
import { useSuspenseQuery } from '@tanstack/react-query'
import { companyQueries } from '../../app/company.queries.ts'
import { BalanceSection } from './BalanceSection.tsx'
import { BudgetsSection } from './BudgetsSection.tsx'
import { StatementSection } from './StatementSection.tsx'
import { TermsSection } from './TermsSection.tsx'
import { TopUpPanel } from './TopUpPanel.tsx'

/** What the company and its people can order for, what is left, and where it went. */
export function BudgetsScreen() {
  const { company } = useSuspenseQuery(companyQueries.people()).data
  if (!mayInCompany(company, 'money.see')) return <BudgetsSection />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(300px,342px)] items-start gap-14 mid:grid-cols-[minmax(0,1fr)] mid:gap-10">
      <div className="grid min-w-0 gap-12 narrow:gap-10">
        <BalanceSection />
        <TermsSection />
        <BudgetsSection />
        <StatementSection />
      </div>
      {mayInCompany(company, 'balance.top_up') && <TopUpPanel />}
    </div>
  )
}
