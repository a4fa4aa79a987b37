import { api } from '@laurel/contract/routes'
import { DEFAULT_PASSWORD_POLICY } from '@laurel/domain/password-policy'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { NewPasswordFields, useNewPassword } from '../../../parts/NewPasswordFields.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { ME_KEY, type OfficeMe } from '../office.queries.ts'
import { DeskHead } from '../shell/DeskHead.tsx'

/** Longer than a customer's: the office sees other people's data. */
const POLICY = { ...DEFAULT_PASSWORD_POLICY, minLength: 12 }

export function PasswordForm({ onDone }: { onDone?: () => void }) {
  const queryClient = useQueryClient()
  const [current, setCurrent] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>()
  const entry = useNewPassword(POLICY)
  const change = useMutation({
    mutationFn: () =>
      call(api.changeOfficePassword, { body: { currentPassword: current, newPassword: entry.password } }),
    onSuccess: () => {
      queryClient.setQueryData<OfficeMe | null>(ME_KEY, (me) => me && { ...me, mustChangePassword: false })
      showToast({ title: 'Your password is changed', text: 'Everywhere else you are signed out.' })
      onDone?.()
    },
  })

  function submit() {
    change.reset()
    const found = { ...(current === '' && { currentPassword: FIELD_REQUIRED }), ...entry.findErrors() }
    setErrors(found)
    if (Object.keys(found).length === 0) change.mutate()
  }

  return (
    <Form onSubmit={submit} problem={change.error} errors={errors}>
      <TextField
        label="Current password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        isRequired
      />
      <NewPasswordFields policy={POLICY} entry={entry} />
      <Button
        type="submit"
        look="primary"
        isPending={change.isPending}
        className="mt-2 justify-self-start narrow:w-full"
      >
        Change password
      </Button>
    </Form>
  )
}

export function PasswordScreen() {
  const navigate = useNavigate()
  return (
    <>
      <DeskHead title="Change your password" text="Every other session of yours ends with it." />
      <div className="max-w-[27rem]">
        <PasswordForm onDone={() => navigate({ to: '/office' })} />
      </div>
    </>
  )
}
