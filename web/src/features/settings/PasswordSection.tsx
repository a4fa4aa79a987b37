import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import type { Security } from '../../app/security-calls.ts'
import { passwordPolicyOf, useSite } from '../../app/site.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button, LinkButton } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import { NewPasswordFields, useNewPassword } from '../../parts/NewPasswordFields.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { Section } from '../../parts/Section.tsx'
import { TextField } from '../../parts/TextField.tsx'
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
/** The accounts service's error for a new password that is too weak or the same as the old one. */
const WEAK_PASSWORD = 'InvalidPasswordException'
function isAtField(problem: Error | null): boolean {
  return problem?.message === WRONG_PASSWORD || problem?.name === WEAK_PASSWORD
}

function ChangePassword() {
  const policy = passwordPolicyOf(useSite())
  const [current, setCurrent] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const entry = useNewPassword(policy)
  const saving = useMutation<void, Error>({
    mutationFn: async () => (await loadAccountCalls()).changePassword(current, entry.password),
    onError: ({ name, message }) => {
      // The user is signed in, so only the current password can be wrong.
      if (message === WRONG_PASSWORD) setErrors({ currentPassword: 'That is not your current password.' })
      if (name === WEAK_PASSWORD) setErrors({ newPassword: message })
    },
    onSuccess: () => {
      setCurrent('')
      entry.clear()
      showToast({ title: 'Your password is changed', text: 'You stay signed in here, and nowhere else.' })
    },
  })

  function save() {
    const found = { ...(current === '' && { currentPassword: FIELD_REQUIRED }), ...entry.findErrors() }
    setErrors(found)
    saving.reset()
    if (Object.keys(found).length === 0) saving.mutate()
  }

  return (
    <Form onSubmit={save} problem={isAtField(saving.error) ? undefined : saving.error} errors={errors}>
      <TextField
        label="Current password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        isRequired
      />
      <NewPasswordFields policy={policy} entry={entry} />
      <Button type="submit" className="mt-2 justify-self-start" isPending={saving.isPending}>
        Change password
      </Button>
    </Form>
  )
}
