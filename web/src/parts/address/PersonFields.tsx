import { PERSON_KEYS, type PersonField } from '@laurel/domain/recipient-fields'
import { useTexts } from '../../app/texts.ts'
import { TextField } from '../TextField.tsx'
import { CityField } from './CityField.tsx'
import { StateField, ZipField } from './StateAndZip.tsx'
import { type FilledAddress, StreetField } from './StreetField.tsx'

export type PersonValues = Record<PersonField, string>

/** What a form edits; blank for a new person. */
export function personValues(person: Partial<PersonValues> = {}): PersonValues {
  return Object.fromEntries(PERSON_KEYS.map((field) => [field, person[field] ?? ''])) as PersonValues
}

export function changedFields(before: Partial<PersonValues>, after: PersonValues): PersonField[] {
  return PERSON_KEYS.filter((field) => after[field] !== (before[field] ?? ''))
}

/** The fields whose inputs are here. */
export type AddressField =
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'address1'
  | 'address2'
  | 'city'
  | 'state'
  | 'zip'

type PersonFieldsProps = {
  values: Record<AddressField, string>
  onChange: (field: AddressField, value: string) => void
  /** Where their cards go. */
  asks: ReadonlyArray<'email' | 'address'>
  /** For staff, who have no addresses of their own. */
  isOffice?: boolean
}

/**
 * A recipient's name and address. Without autofill, because it isn't the customer's own. The
 * form around it shows errors.
 */
export function PersonFields({ values, onChange, asks, isOffice = false }: PersonFieldsProps) {
  const i18n = useTexts()
  const field = (name: AddressField) => ({
    name,
    value: values[name],
    autoComplete: 'off',
    onChange: (value: string) => onChange(name, value),
  })
  function fill(address: FilledAddress) {
    for (const [name, value] of Object.entries(address)) onChange(name as keyof FilledAddress, value)
  }

  return (
    <>
      <div className="grid grid-cols-2 gap-4 tiny:grid-cols-1">
        <TextField label={i18n.t('First name')} {...field('firstName')} />
        <TextField label={i18n.t('Last name')} {...field('lastName')} />
      </div>
      {asks.includes('email') && (
        <TextField label={i18n.t('Email')} type="email" inputMode="email" {...field('email')} />
      )}
      {asks.includes('address') && (
        <>
          <StreetField
            {...field('address1')}
            address2={values.address2}
            address2Name="address2"
            onFill={fill}
            isOffice={isOffice}
          />
          <TextField label={i18n.t('Apartment, suite (optional)')} {...field('address2')} />
          <div className="grid grid-cols-[1fr_1.4fr] gap-4 tiny:grid-cols-1">
            <ZipField
              {...field('zip')}
              city={values.city}
              state={values.state}
              onFill={fill}
              isRequired={false}
            />
            <CityField {...field('city')} state={values.state} zip={values.zip} onFill={fill} />
          </div>
          <StateField {...field('state')} />
        </>
      )}
    </>
  )
}
