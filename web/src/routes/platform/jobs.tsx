import { createFileRoute } from '@tanstack/react-router'
import { JobsScreen } from '../../features/platform/JobsScreen.tsx'

export const Route = createFileRoute('/platform/jobs')({
  staticData: { title: 'Jobs' },
  component: JobsScreen,
})
