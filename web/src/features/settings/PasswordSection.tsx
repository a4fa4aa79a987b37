import { useQuery } from '@tanstack/react-query'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import type { Security } from '../../app/security-calls.ts'
import { passwordPolicyOf, useSite } from '../../app/site.ts'
import { LinkButton } from '../../parts/Button.tsx'
import { weakPassword } from '../../parts/NewPasswordFields.tsx'
import { PasswordForm } from '../../parts/PasswordForm.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { Section } from '../../parts/Section.tsx'
import { securityQueries } from './security.queries.ts'

/** People who sign in only with other services have no password. Until we know, assume there is one. */
export function PasswordSection() {
  const { data, isFetched } = useQuery(securityQueries.mine())
  if (data && !data.hasPassword) {
    return (
      <Section title="Password" text="With a password, you can also sign in without another service.">
        <SetPassword security={data} />
      </Section>
    )
  }
  return (
    <Section title="Password" text="Changing it ends your other sessions. You stay signed in here.">
      {isFetched ? (
        <ChangePassword />
      ) : (
        <Loading label="Loading your password settings">
          <Skeleton className="h-5 w-2/3" />
        </Loading>
      )}
    </Section>
  )
}

function SetPassword({ security: { email, services } }: { security: Security }) {
  // At Amazon Cognito, an account that a service opened can't have a password.
  const canHave = useSite().accounts.userPoolEndpoint !== undefined
  const names = services.map(({ name }) => name)
  return (
    <>
      <p>
        {names.length > 0
          ? `You sign in with ${new Intl.ListFormat('en-US').format(names)} and don’t have a password.`
          : 'You don’t have a password yet.'}
      </p>
      {canHave && (
        <LinkButton to="/reset-password" search={{ email, reason: 'first' }} className="mt-4">
          Set a password
        </LinkButton>
      )}
    </>
  )
}

/** The accounts service's message for a wrong password. */
const WRONG_PASSWORD = 'Incorrect username or password.'
/** The user is signed in, so only the current password can be wrong. */
function passwordErrors(problem: unknown): Record<string, string> {
  const isWrong = problem instanceof Error && problem.message === WRONG_PASSWORD
  return isWrong ? { currentPassword: 'That isn’t your current password.' } : weakPassword(problem)
}

function ChangePassword() {
  return (
    <PasswordForm
      policy={passwordPolicyOf(useSite())}
      change={async ({ currentPassword, newPassword }) =>
        (await loadAccountCalls()).changePassword(currentPassword, newPassword)
      }
      errorsOf={passwordErrors}
      look="outlined"
    />
  )
}
