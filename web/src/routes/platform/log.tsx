import { createFileRoute } from '@tanstack/react-router'
import { LogScreen } from '../../features/platform/LogScreen.tsx'

export const Route = createFileRoute('/platform/log')({
  staticData: { title: 'Audit log' },
  component: LogScreen,
})
