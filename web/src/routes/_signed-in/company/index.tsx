import { createFileRoute } from '@tanstack/react-router'
import { PeopleScreen } from '../../../features/company/PeopleScreen.tsx'

export const Route = createFileRoute('/_signed-in/company/')({
  staticData: { texts: ['parts', 'company'] },
  component: PeopleScreen,
})
