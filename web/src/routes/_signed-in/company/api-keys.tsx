import { mayInCompany } from '@laurel/domain/company-roles'
import { createFileRoute } from '@tanstack/react-router'
import { companyQueries } from '../../../app/company.queries.ts'
import { ApiKeysScreen } from '../../../features/company/ApiKeysScreen.tsx'

export const Route = createFileRoute('/_signed-in/company/api-keys')({
  staticData: { title: /*i18n*/ 'API keys', texts: ['parts', 'company'] },
  loader: async ({ context: { queryClient } }) => {
    const { company } = await queryClient.ensureQueryData(companyQueries.people())
    if (!mayInCompany(company, 'api_keys.manage')) return
    await queryClient.fetchQuery({ ...companyQueries.apiKeys(), staleTime: 0 })
  },
  component: ApiKeysScreen,
})
