import { mayInCompany } from '@laurel/domain/company-roles'
import { createFileRoute } from '@tanstack/react-router'
import { companyQueries } from '../../../../../../app/company.queries.ts'
import { RunScreen } from '../../../../../../features/company/programs/RunScreen.tsx'

export const Route = createFileRoute('/_signed-in/company/programs/$id/runs/$runId')({
  staticData: { title: /*i18n*/ 'Run of a program', texts: ['parts', 'company', 'programs'] },
  loader: async ({ context: { queryClient } }) => {
    const { company } = await queryClient.ensureQueryData(companyQueries.people())
    if (!mayInCompany(company, 'programs.manage')) return
    await queryClient.fetchQuery({ ...companyQueries.programs(), staleTime: 0 })
  },
  component: RunRoute,
})

function RunRoute() {
  const { id, runId } = Route.useParams()
  return <RunScreen id={Number(id)} runId={Number(runId)} />
}
