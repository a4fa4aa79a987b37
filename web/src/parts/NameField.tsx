import { pageTexts, useTexts } from '../app/texts.ts'
import { TextField } from './TextField.tsx'

/** The server's limit. */
const NAME_MAX = 60

const NAMED = {
  list: {
    label: /*i18n*/ 'List name',
    missing: /*i18n*/ 'Give the list a name, such as West region.',
  },
  design: {
    label: /*i18n*/ 'Design name',
    missing: /*i18n*/ 'Give the design a name, such as Anniversaries.',
  },
} as const

type NameFieldProps = { of: keyof typeof NAMED; value: string; onChange: (name: string) => void }

/** The name of a saved list or design. The form around it shows errors. */
export function NameField({ of, ...field }: NameFieldProps) {
  const i18n = useTexts()
  return (
    <TextField
      label={i18n.t(NAMED[of].label)}
      name="name"
      maxLength={NAME_MAX}
      autoComplete="off"
      {...field}
    />
  )
}

export function nameErrors(of: keyof typeof NAMED, name: string): Record<string, string> {
  return name.trim() === '' ? { name: pageTexts().t(NAMED[of].missing) } : {}
}
