import { useQuery } from '@tanstack/react-query'
import type { Security } from '../../app/security-calls.ts'
import { useSite } from '../../app/site.ts'
import { LinkButton } from '../../parts/Button.tsx'
import { Section } from '../../parts/Section.tsx'
import { Loading, Skeleton } from '../../parts/Skeleton.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { securityQueries } from './security.queries.ts'

/** Who signs in only with other services has no password yet. Without an answer there may be one. */
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
