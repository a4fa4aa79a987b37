import { DEFAULT_PASSWORD_POLICY, type PasswordPolicy } from '@laurel/domain/password-policy'
import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useTexts } from '../app/texts.ts'
import { showToast } from '../app/toast-store.ts'
import { Button } from './Button.tsx'
import { Form, type FormProps, missing } from './Form.tsx'
import { NewPasswordFields, useNewPassword } from './NewPasswordFields.tsx'
import { TextField } from './TextField.tsx'

/** Longer than for customers, because staff see other people's data. */
export const STAFF_POLICY = { ...DEFAULT_PASSWORD_POLICY, minLength: 12 }

type PasswordFormProps = {
  policy?: PasswordPolicy
  change: (given: { currentPassword: string; newPassword: string }) => Promise<unknown>
  errorsOf?: FormProps['errorsOf']
  look?: ComponentProps<typeof Button>['look']
  onDone?: () => void
}

/** Changes the signed-in person’s password. */
export function PasswordForm({
  policy = STAFF_POLICY,
  change: send,
  errorsOf,
  look = 'primary',
  onDone,
}: PasswordFormProps) {
  const i18n = useTexts()
  const [current, setCurrent] = useState('')
  const entry = useNewPassword(policy)
  const change = useMutation({
    mutationFn: () => send({ currentPassword: current, newPassword: entry.password }),
    onSuccess: () => {
      setCurrent('')
      entry.clear()
      showToast({
        title: i18n.t('Password changed'),
        text: i18n.t('You’re signed out everywhere else.'),
      })
      onDone?.()
    },
  })

  return (
    <Form
      onSubmit={() => change.mutate()}
      check={() => ({ ...missing({ currentPassword: current }), ...entry.findErrors() })}
      problem={change.error}
      errorsOf={errorsOf}
    >
      <TextField
        label={i18n.t('Current password')}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        value={current}
        onChange={setCurrent}
        isRequired
      />
      <NewPasswordFields policy={policy} entry={entry} />
      <Button
        type="submit"
        look={look}
        isPending={change.isPending}
        className="mt-2 justify-self-start narrow:w-full"
      >
        {i18n.t('Change password')}
      </Button>
    </Form>
  )
}
