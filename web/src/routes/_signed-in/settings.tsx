import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from '../../features/settings/SettingsScreen.tsx'
import { securityQueries } from '../../features/settings/security.queries.ts'

/** docs/spec.md §2, "/settings/". */
export const Route = createFileRoute('/_signed-in/settings')({
  staticData: { title: /*i18n*/ 'Settings', texts: ['parts', 'account'] },
  loader: ({ context: { queryClient } }) => {
    // Fetched on every visit but not awaited, because half of the screen doesn't need it.
    queryClient.prefetchQuery(securityQueries.mine())
  },
  component: SettingsScreen,
})
