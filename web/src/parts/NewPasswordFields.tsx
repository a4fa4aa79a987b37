import {
  PASSWORDS_MUST_MATCH,
  type PasswordPolicy,
  passwordProblems,
  shouldShowMismatch,
} from '@laurel/domain/password-policy'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useState } from 'react'
import { PasswordRules } from './PasswordRules.tsx'
import { TextField } from './TextField.tsx'

type Errors = Partial<Record<'newPassword' | 'confirmPassword', string>>
export type NewPassword = ReturnType<typeof useNewPassword>

/** A new password and its confirmation, judged by docs/spec.md §5. Neither is ever trimmed. */
export function useNewPassword(policy: PasswordPolicy) {
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [touched, setTouched] = useState({ password: false, confirm: false })
  const [found, setFound] = useState<Errors>({})

  const differs = shouldShowMismatch({
    password,
    confirm,
    bothTouched: touched.password && touched.confirm,
  })
  const errors: Errors = {
    ...found,
    ...(differs && confirm !== '' && { confirmPassword: PASSWORDS_MUST_MATCH }),
  }

  /** @returns whether the new password may be sent; if not, the errors say why */
  function check(): boolean {
    const [problem] = passwordProblems(policy, password)
    const wrong: Errors = {
      ...(problem && { newPassword: password === '' ? FIELD_REQUIRED : problem }),
      ...(confirm !== password && {
        confirmPassword: confirm === '' ? FIELD_REQUIRED : PASSWORDS_MUST_MATCH,
      }),
    }
    setFound(wrong)
    return Object.keys(wrong).length === 0
  }

  return {
    password,
    confirm,
    errors,
    check,
    typePassword: (text: string) => {
      setPassword(text)
      setFound({})
    },
    typeConfirm: (text: string) => {
      setConfirm(text)
      setFound({})
    },
    touch: (field: 'password' | 'confirm') => setTouched((before) => ({ ...before, [field]: true })),
    clear: () => {
      setPassword('')
      setConfirm('')
      setTouched({ password: false, confirm: false })
      setFound({})
    },
  }
}

export function NewPasswordFields({ policy, entry }: { policy: PasswordPolicy; entry: NewPassword }) {
  return (
    <>
      <div className="grid gap-2">
        <TextField
          label="New password"
          name="newPassword"
          type="password"
          autoComplete="new-password"
          value={entry.password}
          onChange={entry.typePassword}
          onBlur={() => entry.touch('password')}
          isRequired
        />
        <PasswordRules policy={policy} password={entry.password} />
      </div>
      <TextField
        label="Confirm password"
        name="confirmPassword"
        type="password"
        autoComplete="new-password"
        value={entry.confirm}
        onChange={entry.typeConfirm}
        onBlur={() => entry.touch('confirm')}
        isRequired
      />
    </>
  )
}
