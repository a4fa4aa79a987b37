import { mayInCompany } from '@laurel/domain/company-roles'
import { createFileRoute } from '@tanstack/react-router'
import { approvalQueries } from '../../../app/approval.queries.ts'
import { companyQueries, usesApprovals } from '../../../app/company.queries.ts'
import { SettingsScreen } from '../../../features/company/SettingsScreen.tsx'

export const Route = createFileRoute('/_signed-in/company/settings')({
  staticData: { title: /*i18n*/ 'Company settings', texts: ['parts', 'company'] },
  loader: async ({ context: { queryClient } }) => {
    const { company } = await queryClient.ensureQueryData(companyQueries.people())
    const isManager = mayInCompany(company, 'rules.manage')
    const isApprover = usesApprovals(company) && mayInCompany(company, 'approvals.decide')
    await Promise.all([
      isManager && queryClient.fetchQuery({ ...companyQueries.orderFields(), staleTime: 0 }),
      isManager && queryClient.fetchQuery({ ...approvalQueries.rules(), staleTime: 0 }),
      isApprover && queryClient.fetchQuery({ ...approvalQueries.delegates(), staleTime: 0 }),
    ])
  },
  component: SettingsScreen,
})
