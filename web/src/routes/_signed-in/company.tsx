import { createFileRoute } from '@tanstack/react-router'
import { companyQueries } from '../../app/company.queries.ts'
import { requireRegistration } from '../../app/customer.queries.ts'
import { CompanyLayout } from '../../features/company/CompanyLayout.tsx'

/** What the customer shares with the people they order with. */
export const Route = createFileRoute('/_signed-in/company')({
  staticData: { title: /*i18n*/ 'Company' },
  loader: async ({ context: { queryClient }, location }) => {
    await requireRegistration(queryClient, location.href)
    const people = await queryClient.fetchQuery({ ...companyQueries.people(), staleTime: 0 })
    // The header may know an older name or role.
    queryClient.setQueryData(companyQueries.mine().queryKey, (mine) =>
      mine?.map((one) => (one.id === people.company.id ? people.company : one)),
    )
  },
  component: CompanyLayout,
})
