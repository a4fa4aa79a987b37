import { mayInCompany } from '@laurel/domain/company-roles'
import { createFileRoute } from '@tanstack/react-router'
import { companyQueries } from '../../../../app/company.queries.ts'
import { listFileQueries, savedQueries } from '../../../../app/customer.queries.ts'
import { ListFileScreen } from '../../../../features/recipient-lists/list-file/ListFileScreen.tsx'

export const Route = createFileRoute('/_signed-in/recipients/$id/file')({
  staticData: { title: /*i18n*/ 'Sync with a file', texts: ['parts', 'recipients'] },
  loader: async ({ context: { queryClient }, params }) => {
    const { company } = await queryClient.ensureQueryData(companyQueries.people())
    const lists = await queryClient.fetchQuery(savedQueries.lists())
    const id = Number(params.id)
    const list = lists.find((one) => one.id === id)
    if (!mayInCompany(company, 'programs.manage') || !list?.shared) return
    await queryClient.fetchQuery({ ...listFileQueries.file(id), staleTime: 0 })
  },
  component: ListFileRoute,
})

function ListFileRoute() {
  return <ListFileScreen id={Number(Route.useParams().id)} />
}
