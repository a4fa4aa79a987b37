import { TextField } from '../TextField.tsx'
import { StateField, ZipField } from './StateAndZip.tsx'

const FIELDS = ['firstName', 'lastName', 'email', 'address1', 'address2', 'city', 'state', 'zip'] as const
export type PersonField = (typeof FIELDS)[number]
export type PersonValues = Record<PersonField, string>

/** What the form edits; blank for a new person. */
export function personValues(person?: PersonValues): PersonValues {
  return Object.fromEntries(FIELDS.map((field) => [field, person?.[field] ?? ''])) as PersonValues
}

export function changedFields(before: PersonValues, after: PersonValues): PersonField[] {
  return FIELDS.filter((field) => after[field] !== before[field])
}

type PersonFieldsProps = {
  values: PersonValues
  onChange: (field: PersonField, value: string) => void
  /** Where their cards go. */
  asks: ReadonlyArray<'email' | 'address'>
}

/**
 * A recipient's name and address. Without autofill, because it isn't the customer's own. The
 * form around it shows errors.
 */
export function PersonFields({ values, onChange, asks }: PersonFieldsProps) {
  const field = (name: PersonField) => ({
    name,
    value: values[name],
    autoComplete: 'off',
    onChange: (value: string) => onChange(name, value),
  })
  return (
    <>
      <div className="grid grid-cols-2 gap-4 tiny:grid-cols-1">
        <TextField label="First name" {...field('firstName')} />
        <TextField label="Last name" {...field('lastName')} />
      </div>
      {asks.includes('email') && (
        <TextField label="Email" type="email" inputMode="email" {...field('email')} />
      )}
      {asks.includes('address') && (
        <>
          <TextField label="Street" {...field('address1')} />
          <TextField label="Apartment, suite (optional)" {...field('address2')} />
          <TextField label="City" {...field('city')} />
          <div className="grid grid-cols-[1.4fr_1fr] gap-4 tiny:grid-cols-1">
            <StateField {...field('state')} />
            <ZipField {...field('zip')} state={values.state} isRequired={false} />
          </div>
        </>
      )}
    </>
  )
}
