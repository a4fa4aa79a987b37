import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from '../../features/settings/SettingsScreen.tsx'
import { securityQueries } from '../../features/settings/security.queries.ts'

/** docs/spec.md §2, "/settings/". */
export const Route = createFileRoute('/_signed-in/settings')({
  staticData: { title: 'Settings' },
  loader: ({ context: { queryClient } }) => {
    // Asked for anew on every visit, but not waited for: half of the screen stands without it.
    queryClient.prefetchQuery(securityQueries.mine())
  },
  component: SettingsScreen,
})
