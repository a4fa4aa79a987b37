import { TextField } from './TextField.tsx'

/** As long as the server keeps it. */
const NAME_MAX = 60

type ListNameFieldProps = { value: string; onChange: (name: string) => void }

/** What a saved list of people is called. What is wrong is told by the form around it. */
export function ListNameField(field: ListNameFieldProps) {
  return <TextField label="Name of the list" name="name" maxLength={NAME_MAX} autoComplete="off" {...field} />
}

/** What keeps a name from being one, by field. */
export function listNameErrors(name: string): Record<string, string> {
  return name.trim() === '' ? { name: 'Give the list a name, such as West region.' } : {}
}
