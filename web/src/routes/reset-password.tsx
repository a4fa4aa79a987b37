import { createFileRoute } from '@tanstack/react-router'
import { emailSearch, oneOf, searchParams } from '../app/search-params.ts'
import { ResetPasswordScreen, type ResetReason } from '../features/accounts/account-pages.tsx'

const reasonSearch = searchParams<{ reason?: ResetReason }>({ reason: oneOf('confirmed', 'first') })

/** docs/spec.md §2, "/reset-password/". */
export const Route = createFileRoute('/reset-password')({
  staticData: { title: /*i18n*/ 'Reset your password', texts: ['parts', 'accounts'] },
  validateSearch: (given: Record<string, unknown>) => ({ ...emailSearch(given), ...reasonSearch(given) }),
  component: ResetPassword,
})

function ResetPassword() {
  const { email = '', reason } = Route.useSearch()
  return <ResetPasswordScreen key={email} email={email} reason={reason} />
}
