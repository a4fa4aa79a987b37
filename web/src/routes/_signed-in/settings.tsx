import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from '../../features/settings/SettingsScreen.tsx'

/** docs/spec.md §2, "/settings/". */
export const Route = createFileRoute('/_signed-in/settings')({
  staticData: { title: 'Settings' },
  component: SettingsScreen,
})
