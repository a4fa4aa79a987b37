import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import { passwordPolicyOf } from '../../app/password-policy.ts'
import { useSite } from '../../app/site.ts'
import { showToast } from '../../app/toast-store.ts'
import { usernameOf } from '../../app/username.ts'
import { Button } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import { NewPasswordFields, useNewPassword } from '../../parts/NewPasswordFields.tsx'
import { CodeField } from './CodeField.tsx'

type NewPasswordFormProps = { email: string; onOtherEmail: () => void }

/** The code that was mailed and the new password. What is wrong with it is said before it is sent. */
export function NewPasswordForm({ email, onOtherEmail }: NewPasswordFormProps) {
  const site = useSite()
  const navigate = useNavigate()
  const policy = passwordPolicyOf(site)
  const username = usernameOf(site, email)
  const [code, setCode] = useState('')
  const entry = useNewPassword(policy)
  const [errors, setErrors] = useState<Record<string, string>>({})

  const saving = useMutation({
    mutationFn: async () =>
      (await loadAccountCalls()).chooseNewPassword(username, code.trim(), entry.password),
    onSuccess: () => {
      showToast({ title: 'Your password is changed', text: 'Sign in with the new one.' })
      navigate({ to: '/', search: { login: 'signIn' } })
    },
  })
  const sending = useMutation({
    mutationFn: async () => (await loadAccountCalls()).sendResetCode(username),
    onMutate: () => saving.reset(),
    onSuccess: () => showToast({ title: 'A new code is on its way', text: email }),
  })

  function save() {
    const found = { ...(code.trim() === '' && { code: FIELD_REQUIRED }), ...entry.findErrors() }
    setErrors(found)
    sending.reset()
    if (Object.keys(found).length === 0) saving.mutate()
  }

  return (
    <Form onSubmit={save} problem={saving.error ?? sending.error} errors={errors}>
      <CodeField value={code} onChange={setCode} />
      <NewPasswordFields policy={policy} entry={entry} />
      <Button look="primary" size="big" type="submit" isPending={saving.isPending}>
        Save this password
      </Button>
      <div className="flex flex-wrap justify-between gap-x-6">
        <Button look="link" isPending={sending.isPending} onClick={() => sending.mutate()}>
          Send a new code
        </Button>
        <Button look="link" onClick={onOtherEmail}>
          Use another email
        </Button>
      </div>
    </Form>
  )
}
