import { pageTexts, useTexts } from '../app/texts.ts'
import { TextField } from './TextField.tsx'

/** The server's limit. */
const NAME_MAX = 60

type ListNameFieldProps = { value: string; onChange: (name: string) => void }

/** The name of a saved list. The form around it shows errors. */
export function ListNameField(field: ListNameFieldProps) {
  const i18n = useTexts()

  return (
    <TextField
      label={i18n.t('Name of the list')}
      name="name"
      maxLength={NAME_MAX}
      autoComplete="off"
      {...field}
    />
  )
}

export function listNameErrors(name: string): Record<string, string> {
  const i18n = pageTexts()

  return name.trim() === '' ? { name: i18n.t('Give the list a name, such as West region.') } : {}
}
