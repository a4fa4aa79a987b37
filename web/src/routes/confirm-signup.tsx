import { createFileRoute } from '@tanstack/react-router'
import { emailSearch } from '../app/search-params.ts'
import { ConfirmSignUpScreen } from '../features/accounts/account-pages.tsx'

/** docs/spec.md §2, "/confirm-signup/". */
export const Route = createFileRoute('/confirm-signup')({
  staticData: { title: /*i18n*/ 'Confirm your account', texts: ['parts', 'accounts'] },
  validateSearch: emailSearch,
  component: ConfirmSignUp,
})

function ConfirmSignUp() {
  const { email = '' } = Route.useSearch()
  return <ConfirmSignUpScreen key={email} email={email} />
}
