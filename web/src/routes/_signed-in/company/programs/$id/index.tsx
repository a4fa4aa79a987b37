import { mayInCompany } from '@laurel/domain/company-roles'
import { createFileRoute } from '@tanstack/react-router'
import { companyQueries } from '../../../../../app/company.queries.ts'
import { ProgramScreen } from '../../../../../features/company/programs/ProgramScreen.tsx'

export const Route = createFileRoute('/_signed-in/company/programs/$id/')({
  staticData: { title: /*i18n*/ 'Program', texts: ['parts', 'company', 'programs'] },
  loader: async ({ context: { queryClient } }) => {
    const { company } = await queryClient.ensureQueryData(companyQueries.people())
    if (!mayInCompany(company, 'programs.manage')) return
    await queryClient.fetchQuery({ ...companyQueries.programs(), staleTime: 0 })
  },
  component: ProgramRoute,
})

function ProgramRoute() {
  return <ProgramScreen id={Number(Route.useParams().id)} />
}
