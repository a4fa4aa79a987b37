import { PhoneField } from '../../parts/PhoneField.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { ATTRIBUTES, type SignUpAttribute } from './sign-up-attributes.ts'

type AttributeFieldsProps = {
  asked: readonly SignUpAttribute[]
  values: Readonly<Record<string, string>>
  onChange: (name: SignUpAttribute, value: string) => void
}

/** What the site asks of an account beside email and password. */
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
