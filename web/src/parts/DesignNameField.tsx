import { TextField } from './TextField.tsx'

/** The server's limit. */
const NAME_MAX = 60

type DesignNameFieldProps = { value: string; onChange: (name: string) => void }

/** The name of a saved design. The form around it shows errors. */
export function DesignNameField(field: DesignNameFieldProps) {
  return (
    <TextField label="Name of the design" name="name" maxLength={NAME_MAX} autoComplete="off" {...field} />
  )
}

export function designNameErrors(name: string): Record<string, string> {
  return name.trim() === '' ? { name: 'Give the design a name, such as Anniversaries.' } : {}
}
