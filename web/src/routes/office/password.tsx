import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadScreens } from '../../features/office/load-screens.ts'

export const Route = createFileRoute('/office/password')({
  codeSplitGroupings: [],
  staticData: { title: 'Change your password' },
  component: lazyRouteComponent(loadScreens, 'PasswordScreen'),
})
