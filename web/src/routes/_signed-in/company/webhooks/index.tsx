import { mayInCompany } from '@laurel/domain/company-roles'
import { createFileRoute } from '@tanstack/react-router'
import { companyQueries } from '../../../../app/company.queries.ts'
import { WebhooksScreen } from '../../../../features/company/WebhooksScreen.tsx'

export const Route = createFileRoute('/_signed-in/company/webhooks/')({
  staticData: { title: /*i18n*/ 'Webhooks', texts: ['parts', 'company', 'webhooks'] },
  loader: async ({ context: { queryClient } }) => {
    const { company } = await queryClient.ensureQueryData(companyQueries.people())
    if (!mayInCompany(company, 'api_keys.manage')) return
    await queryClient.fetchQuery({ ...companyQueries.webhooks(), staleTime: 0 })
  },
  component: WebhooksScreen,
})
