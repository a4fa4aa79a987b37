import { createFileRoute } from '@tanstack/react-router'
import { emailSearch } from '../app/email-search.ts'
import { ResetPasswordScreen } from '../features/accounts/ResetPasswordScreen.tsx'

/** docs/spec.md §2, "/reset-password/": takes an email. */
export const Route = createFileRoute('/reset-password')({
  staticData: { title: 'Reset your password' },
  validateSearch: emailSearch,
  component: ResetPassword,
})

function ResetPassword() {
  const { email = '' } = Route.useSearch()
  return <ResetPasswordScreen key={email} email={email} />
}
