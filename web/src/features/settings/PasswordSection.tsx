import { useQuery } from '@tanstack/react-query'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import type { Security } from '../../app/security-calls.ts'
import { passwordPolicyOf, useSite } from '../../app/site.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { LinkButton } from '../../parts/Button.tsx'
import { weakPassword } from '../../parts/NewPasswordFields.tsx'
import { PasswordForm } from '../../parts/PasswordForm.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { Section } from '../../parts/Section.tsx'
import { securityQueries } from './security.queries.ts'

/** People who sign in only with other services have no password. Until we know, assume there is one. */
export function PasswordSection() {
  const i18n = useTexts()
  const { data, isFetched } = useQuery(securityQueries.mine())
  if (data && !data.hasPassword) {
    return (
      <Section
        title={i18n.t('Password')}
        text={i18n.t('With a password, you can also sign in with your email.')}
      >
        <SetPassword security={data} />
      </Section>
    )
  }
  return (
    <Section
      title={i18n.t('Password')}
      text={i18n.t('Changing it ends your other sessions. You stay signed in here.')}
    >
      {isFetched ? (
        <ChangePassword />
      ) : (
        <Loading label={i18n.t('Loading your password settings')}>
          <Skeleton className="h-5 w-2/3" />
        </Loading>
      )}
    </Section>
  )
}

function SetPassword({ security: { email, services } }: { security: Security }) {
  const i18n = useTexts()

  // At Amazon Cognito, an account that a service opened can't have a password.
  const canHave = useSite().accounts.userPoolEndpoint !== undefined
  const names = services.map(({ name }) => name)
  return (
    <>
      <p>
        {names.length > 0
          ? i18n.t('You sign in with {services} and don’t have a password.', {
              services: new Intl.ListFormat(i18n.locale).format(names),
            })
          : i18n.t('You don’t have a password yet.')}
      </p>
      {canHave && (
        <LinkButton to="/reset-password" search={{ email, reason: 'first' }} className="mt-4">
          {i18n.t('Set a password')}
        </LinkButton>
      )}
    </>
  )
}

/** The accounts service's message for a wrong password. */
const WRONG_PASSWORD = 'Incorrect username or password.'
/** The user is signed in, so only the current password can be wrong. */
function passwordErrors(problem: unknown): Record<string, string> {
  const i18n = pageTexts()

  const isWrong = problem instanceof Error && problem.message === WRONG_PASSWORD
  return isWrong ? { currentPassword: i18n.t('That isn’t your current password.') } : weakPassword(problem)
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
