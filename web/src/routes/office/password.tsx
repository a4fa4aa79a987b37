import { createFileRoute } from '@tanstack/react-router'
import { PasswordScreen } from '../../features/office/door/PasswordScreen.tsx'

export const Route = createFileRoute('/office/password')({
  staticData: { title: 'Change your password' },
  component: PasswordScreen,
})
