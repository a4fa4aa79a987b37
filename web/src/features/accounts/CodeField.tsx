import { TextField } from '../../parts/TextField.tsx'

type CodeFieldProps = { value: string; onChange: (code: string) => void }

/** The digits from the email; phones offer them by themselves. */
export function CodeField({ value, onChange }: CodeFieldProps) {
  return (
    <TextField
      label="Code"
      name="code"
      value={value}
      onChange={onChange}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={20}
      isRequired
    />
  )
}
