import { createFileRoute } from '@tanstack/react-router'
import { TodayScreen } from '../../features/office/today/TodayScreen.tsx'

export const Route = createFileRoute('/office/')({
  staticData: { title: 'Today' },
  component: TodayScreen,
})
