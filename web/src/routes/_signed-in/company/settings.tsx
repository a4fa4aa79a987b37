import { createFileRoute } from '@tanstack/react-router'
import { companyQueries } from '../../../app/company.queries.ts'
import { SettingsScreen } from '../../../features/company/SettingsScreen.tsx'

export const Route = createFileRoute('/_signed-in/company/settings')({
  staticData: { title: 'Company settings' },
  loader: ({ context: { queryClient } }) =>
    queryClient.fetchQuery({ ...companyQueries.orderFields(), staleTime: 0 }),
  component: SettingsScreen,
})
