import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import { passwordPolicyOf } from '../../app/password-policy.ts'
import { endByReset, useSession } from '../../app/session.ts'
import { useSite } from '../../app/site.ts'
import { showToast } from '../../app/toast-store.ts'
import { usernameOf } from '../../app/username.ts'
import { Button } from '../../parts/Button.tsx'
import { CodeField, codeProblem, tidyCode } from '../../parts/CodeField.tsx'
import { Form } from '../../parts/Form.tsx'
import { NewPasswordFields, useNewPassword } from '../../parts/NewPasswordFields.tsx'
import { keepEmail } from './known-email.ts'
import { hasProblems, problemsAmong } from './problems.ts'
import { ResendCode } from './ResendCode.tsx'

type NewPasswordFormProps = { email: string; isFirst: boolean; onOtherEmail: () => void }

/** The code that was mailed and the new password. What is wrong with it is said before it is sent. */
export function NewPasswordForm({ email, isFirst, onOtherEmail }: NewPasswordFormProps) {
  const site = useSite()
  const navigate = useNavigate()
  const isSignedIn = useSession() === 'signed-in'
  const policy = passwordPolicyOf(site)
  const username = usernameOf(site, email)
  const [code, setCode] = useState('')
  const entry = useNewPassword(policy)
  const [sent, setSent] = useState(1)
  const [errors, setErrors] = useState<Record<string, string>>({})

  const saving = useMutation({
    mutationFn: async () =>
      (await loadAccountCalls()).chooseNewPassword(username, tidyCode(code), entry.password),
    onSuccess: async () => {
      if (isSignedIn) await endByReset()
      showToast({
        title: isFirst ? 'Your password is set' : 'Your password is changed',
        text: 'Sign in with the new one.',
      })
      keepEmail(email)
      navigate({ to: '/', search: { login: 'signIn' }, replace: true })
    },
    onError: ({ name, message }) => {
      if (name === 'InvalidPasswordException') setErrors({ newPassword: message })
    },
  })
  const sending = useMutation({
    mutationFn: async () => (await loadAccountCalls()).sendResetCode(username),
    onMutate: () => saving.reset(),
    onSuccess: () => {
      setSent((before) => before + 1)
      showToast({ title: 'A new code is on its way', text: email })
    },
  })

  function save() {
    const found = { ...problemsAmong({ code: codeProblem(code) }), ...entry.findErrors() }
    setErrors(found)
    sending.reset()
    if (!hasProblems(found)) saving.mutate()
  }

  return (
    <Form onSubmit={save} problem={saving.error ?? sending.error} errors={errors}>
      <CodeField value={code} onChange={setCode} autoFocus />
      <NewPasswordFields policy={policy} entry={entry} />
      <Button look="primary" size="big" type="submit" isPending={saving.isPending}>
        Save this password
      </Button>
      <div className="flex flex-wrap justify-between gap-x-6">
        <ResendCode sent={sent} isPending={sending.isPending} onResend={() => sending.mutate()} />
        <Button look="link" onClick={onOtherEmail}>
          Use another email
        </Button>
      </div>
    </Form>
  )
}
