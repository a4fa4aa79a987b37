import { createFileRoute } from '@tanstack/react-router'
import { SiteScreen } from '../../features/platform/SiteScreen.tsx'

export const Route = createFileRoute('/platform/sites/$id')({
  params: { parse: ({ id }) => ({ id: Number(id) }) },
  staticData: { title: 'Site' },
  component: () => <SiteScreen id={Route.useParams().id} />,
})
