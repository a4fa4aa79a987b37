import { useState } from 'react'
import { PhoneField } from '../../parts/PhoneField.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { ATTRIBUTES, type SignUpAttribute } from './sign-up-attributes.ts'

type AttributeFieldsProps = {
  asked: readonly SignUpAttribute[]
  values: Readonly<Record<string, string>>
  onChange: (name: SignUpAttribute, value: string) => void
}

/** The fields that the site requires besides email and password. */
export function AttributeFields({ asked, values, onChange }: AttributeFieldsProps) {
  return asked.map((name) => {
    const { label, type, autoComplete } = ATTRIBUTES[name]
    if (type === 'tel') {
      return (
        <PhoneField
          key={name}
          label={label}
          name={name}
          value={values[name] ?? ''}
          onChange={(to) => onChange(name, to)}
          isRequired
        />
      )
    }
    return (
      <TextField
        key={name}
        label={label}
        name={name}
        type={type}
        autoComplete={autoComplete}
        {...(type === 'url' && { placeholder: 'https://' })}
        value={values[name] ?? ''}
        onChange={(to) => onChange(name, to)}
        isRequired
      />
    )
  })
}

/** The values typed into `AttributeFields`. */
export function useAttributes() {
  const [values, setValues] = useState<Record<string, string>>({})
  return {
    values,
    change: (name: SignUpAttribute, value: string) => setValues((before) => ({ ...before, [name]: value })),
    /**
     * The values for the accounts library. It joins a country code and a phone number; our number is
     * already complete, so the code is just its plus sign.
     */
    sent: (asked: readonly SignUpAttribute[]): Record<string, string> => {
      const typed = Object.fromEntries(asked.map((name) => [name, values[name]?.trim() ?? '']))
      return typed.phone_number === undefined
        ? typed
        : { ...typed, phone_number: typed.phone_number.slice(1), country_code: '+' }
    },
  }
}
