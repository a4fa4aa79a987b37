import { pageTexts, useTexts } from '../app/texts.ts'
import { TextField } from './TextField.tsx'

/** The server's limit. */
const NAME_MAX = 60

type DesignNameFieldProps = { value: string; onChange: (name: string) => void }

/** The name of a saved design. The form around it shows errors. */
export function DesignNameField(field: DesignNameFieldProps) {
  const i18n = useTexts()

  return (
    <TextField
      label={i18n.t('Name of the design')}
      name="name"
      maxLength={NAME_MAX}
      autoComplete="off"
      {...field}
    />
  )
}

export function designNameErrors(name: string): Record<string, string> {
  const i18n = pageTexts()

  return name.trim() === '' ? { name: i18n.t('Give the design a name, such as Anniversaries.') } : {}
}
