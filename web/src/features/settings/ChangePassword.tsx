import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import { passwordPolicyOf } from '../../app/password-policy.ts'
import { useSite } from '../../app/site.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import { NewPasswordFields, useNewPassword } from '../../parts/NewPasswordFields.tsx'
import { TextField } from '../../parts/TextField.tsx'

/** The accounts service's words for it. */
const WRONG_PASSWORD = 'Incorrect username or password.'
/** The accounts service's name for a new password it does not take. */
const WEAK_PASSWORD = 'InvalidPasswordException'
function isAtField(problem: Error | null): boolean {
  return problem?.message === WRONG_PASSWORD || problem?.name === WEAK_PASSWORD
}

export function ChangePassword() {
  const policy = passwordPolicyOf(useSite())
  const [current, setCurrent] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const entry = useNewPassword(policy)
  const saving = useMutation<void, Error>({
    mutationFn: async () => (await loadAccountCalls()).changePassword(current, entry.password),
    onError: ({ name, message }) => {
      // Signed in as one is, it can only be the current password that is wrong.
      if (message === WRONG_PASSWORD) setErrors({ currentPassword: 'That is not your current password.' })
      // Too weak, or the one there was: the service says which.
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
