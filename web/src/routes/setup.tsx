import { createFileRoute } from '@tanstack/react-router'
import { SetupScreen } from '../features/setup/SetupScreen.tsx'

/** For the operator of an installation that has no site yet. */
export const Route = createFileRoute('/setup')({
  staticData: { title: 'Set up', frame: 'installation' },
  component: SetupScreen,
})
