import { createFileRoute } from '@tanstack/react-router'
import { UpgradesScreen } from '../../features/platform/UpgradesScreen.tsx'

export const Route = createFileRoute('/platform/upgrades')({
  staticData: { title: 'Upgrades' },
  component: UpgradesScreen,
})
