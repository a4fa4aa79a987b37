import { createFileRoute } from '@tanstack/react-router'
import { BackupsScreen } from '../../features/platform/BackupsScreen.tsx'

export const Route = createFileRoute('/platform/backups')({
  staticData: { title: 'Backups' },
  component: BackupsScreen,
})
