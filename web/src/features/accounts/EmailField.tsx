import { TextField } from '../../parts/TextField.tsx'

type EmailFieldProps = { value: string; onChange: (email: string) => void; name?: string }

export function EmailField({ value, onChange, name = 'email' }: EmailFieldProps) {
  return (
    <TextField
      label="Work email"
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
