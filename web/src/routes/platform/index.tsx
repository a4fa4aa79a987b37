import { createFileRoute } from '@tanstack/react-router'
import { OrganizationsScreen } from '../../features/platform/OrganizationsScreen.tsx'

export const Route = createFileRoute('/platform/')({
  staticData: { title: 'Organizations' },
  component: OrganizationsScreen,
})
