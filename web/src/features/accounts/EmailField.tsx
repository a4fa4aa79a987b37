import { useTexts } from '../../app/texts.ts'
import { TextField } from '../../parts/TextField.tsx'

type EmailFieldProps = { value: string; onChange: (email: string) => void; name?: string }

export function EmailField({ value, onChange, name = 'email' }: EmailFieldProps) {
  const i18n = useTexts()

  return (
    <TextField
      label={i18n.t('Work email')}
      name={name}
      type="email"
      autoComplete="username"
      value={value}
      onChange={onChange}
      isRequired
    />
  )
}

/** The email of a flow that ends at sign-in, so that people type it once. Kept until they sign in. */
let known = ''

export function rememberEmail(email: string): void {
  known = email.trim()
}

export function knownEmail(): string {
  return known
}
