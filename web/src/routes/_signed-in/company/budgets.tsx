import { mayInCompany } from '@laurel/domain/company-roles'
import type { QueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { companyQueries } from '../../../app/company.queries.ts'
import { id, searchParams } from '../../../app/search-params.ts'
import { useReturnedTopUp } from '../../../features/company/BalanceSection.tsx'
import { BudgetsScreen } from '../../../features/company/BudgetsScreen.tsx'

/** The hosted payment page sends the buyer of a top-up back here, with its ID. */
export const Route = createFileRoute('/_signed-in/company/budgets')({
  staticData: { title: /*i18n*/ 'Balance and budgets', texts: ['parts', 'company'] },
  validateSearch: searchParams<{ cpi_order_id?: number }>({ cpi_order_id: id }),
  loader: async ({ context: { queryClient } }) => {
    const { company } = await queryClient.ensureQueryData(companyQueries.people())
    await Promise.all([
      queryClient.fetchQuery({ ...companyQueries.budgets(), staleTime: 0 }),
      ...(mayInCompany(company, 'money.see') ? moneyOf(queryClient) : []),
    ])
  },
  component: BalanceAndBudgets,
})

function moneyOf(queryClient: QueryClient) {
  return [
    queryClient.fetchQuery({ ...companyQueries.balance(), staleTime: 0 }),
    queryClient.ensureQueryData(companyQueries.waysToTopUp()),
  ]
}

function BalanceAndBudgets() {
  const { cpi_order_id: returned } = Route.useSearch()
  const navigate = Route.useNavigate()
  useReturnedTopUp(returned, () => void navigate({ search: {}, replace: true, resetScroll: false }))
  return <BudgetsScreen />
}
