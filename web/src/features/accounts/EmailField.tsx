import { TextField } from '../../parts/TextField.tsx'

type EmailFieldProps = { value: string; onChange: (email: string) => void; name?: string }

/** The name people sign in with. */
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
