import {
  PASSWORDS_MUST_MATCH,
  type PasswordPolicy,
  passwordProblems,
  shouldShowMismatch,
} from '@laurel/domain/password-policy'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { Check, Circle } from 'lucide-react'
import { useState } from 'react'
import { translated, useTexts } from '../app/texts.ts'
import { Icon } from './Icon.tsx'
import { TextField } from './TextField.tsx'

type NewPassword = ReturnType<typeof useNewPassword>

/** A new password and its confirmation, checked by docs/spec.md §5. Neither is ever trimmed. */
export function useNewPassword(policy: PasswordPolicy) {
  const i18n = useTexts()
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [touched, setTouched] = useState({ password: false, confirm: false })
  const bothTouched = touched.password && touched.confirm

  return {
    password,
    confirm,
    setPassword,
    setConfirm,
    /** While typing, only once the two must differ. */
    differs: confirm !== '' && shouldShowMismatch({ password, confirm, bothTouched }),
    touch: (field: 'password' | 'confirm') => setTouched((before) => ({ ...before, [field]: true })),

    /** Errors by field. */
    findErrors(): Record<string, string> {
      const isWeak = passwordProblems(policy, password).length > 0
      return {
        ...(isWeak && {
          newPassword:
            password === '' ? FIELD_REQUIRED : i18n.t('Choose a password that meets every rule below.'),
        }),
        ...(confirm !== password && {
          confirmPassword: confirm === '' ? FIELD_REQUIRED : PASSWORDS_MUST_MATCH,
        }),
      }
    },
    clear() {
      setPassword('')
      setConfirm('')
      setTouched({ password: false, confirm: false })
    },
  }
}

/** The accounts service's error for a new password that is too weak or the same as the old one. */
export function weakPassword(problem: unknown): Record<string, string> {
  const isWeak = problem instanceof Error && problem.name === 'InvalidPasswordException'
  return isWeak ? { newPassword: problem.message } : {}
}

type NewPasswordFieldsProps = {
  policy: PasswordPolicy
  entry: NewPassword
  /** For accounts without an old password, which don't need a "new" one. */
  label?: string
}

export function NewPasswordFields({ policy, entry, label }: NewPasswordFieldsProps) {
  const i18n = useTexts()

  return (
    <>
      <div className="grid gap-2">
        <TextField
          label={label ?? i18n.t('New password')}
          name="newPassword"
          type="password"
          autoComplete="new-password"
          value={entry.password}
          onChange={entry.setPassword}
          onBlur={() => entry.touch('password')}
          isRequired
        />
        <PasswordRules policy={policy} password={entry.password} />
      </div>
      <TextField
        label={i18n.t('Confirm password')}
        name="confirmPassword"
        type="password"
        autoComplete="new-password"
        value={entry.confirm}
        onChange={entry.setConfirm}
        error={entry.differs ? PASSWORDS_MUST_MATCH : undefined}
        onBlur={() => entry.touch('confirm')}
        isRequired
      />
    </>
  )
}

/** The password rules, checked off while typing. docs/spec.md §5. */
function PasswordRules({ policy, password }: { policy: PasswordPolicy; password: string }) {
  const i18n = useTexts()
  const missing = new Set(passwordProblems(policy, password))
  return (
    <ul className="grid gap-1 text-small">
      {passwordProblems(policy, '').map((rule) => {
        const isKept = !missing.has(rule)
        return (
          <li key={rule} className={`flex items-center gap-2 ${isKept ? 'text-good' : 'text-muted'}`}>
            <Icon
              of={isKept ? Check : Circle}
              size={16}
              label={isKept ? i18n.t('Done:') : i18n.t('Missing:')}
            />
            {translated(i18n, rule)}
          </li>
        )
      })}
    </ul>
  )
}
