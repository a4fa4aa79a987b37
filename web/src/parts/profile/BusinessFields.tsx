import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { heardAboutQuery } from '../../app/customer.queries.ts'
import { StateField } from '../address/StateField.tsx'
import { ZipField } from '../address/ZipField.tsx'
import { Select } from '../Select.tsx'
import { TextArea } from '../TextArea.tsx'
import { TextField } from '../TextField.tsx'
import { fieldOf, isMasked, type ProfileEntry } from './profile-draft.ts'

type BusinessFieldsProps = {
  entry: ProfileEntry
  /** The tax number as it is kept, dots and four digits, or ''. */
  keptTaxNumber: string
}

export function BusinessFields({ entry, keptTaxNumber }: BusinessFieldsProps) {
  return (
    <>
      <TextField
        label="Legal business name"
        autoComplete="organization"
        maxLength={100}
        isRequired
        {...fieldOf(entry, 'legalBusinessName')}
      />
      <TextField
        label="Street"
        autoComplete="address-line1"
        maxLength={50}
        isRequired
        {...fieldOf(entry, 'businessAddress1')}
      />
      <TextField
        label="Suite, floor (optional)"
        autoComplete="address-line2"
        maxLength={50}
        {...fieldOf(entry, 'businessAddress2')}
      />
      <TextField
        label="City"
        autoComplete="address-level2"
        maxLength={28}
        isRequired
        {...fieldOf(entry, 'businessCity')}
      />
      <div className="grid grid-cols-[1.4fr_1fr] gap-4 tiny:grid-cols-1">
        <StateField {...fieldOf(entry, 'businessState')} />
        <ZipField
          {...fieldOf(entry, 'businessZip')}
          state={entry.draft.businessState}
          onState={fieldOf(entry, 'businessState').onChange}
        />
      </div>
      <TaxNumberField {...fieldOf(entry, 'taxNumber')} kept={keptTaxNumber} />
    </>
  )
}

type TaxNumberFieldProps = {
  name: string
  value: string
  onChange: (value: string) => void
  /** As it is kept, dots and four digits, or ''. */
  kept: string
}

/** A kept number shows its last four digits and is only ever replaced as a whole. */
function TaxNumberField({ name, value, onChange, kept }: TaxNumberFieldProps) {
  const isKept = kept !== '' && isMasked(value)
  return (
    <TextField
      label="Tax number"
      name={name}
      value={value}
      onChange={onChange}
      isReadOnly={isKept}
      isRequired
      autoComplete="off"
      inputMode="numeric"
      maxLength={20}
      hint={
        isKept
          ? 'Kept encrypted. We show its last four digits.'
          : 'Your EIN, such as 12-3456789, or a social security number. We keep it encrypted.'
      }
      aside={
        kept !== '' && (
          <button type="button" className="link" onClick={() => onChange(isKept ? '' : kept)}>
            {isKept ? 'Replace' : 'Keep the old one'}
          </button>
        )
      }
    />
  )
}

export function OrderFields({ entry }: { entry: ProfileEntry }) {
  const { data: options } = useSuspenseQuery(heardAboutQuery)
  const { name, value, onChange } = fieldOf(entry, 'heardAbout')
  // An answer kept from an earlier list is shown as it is, and may stay.
  const [kept] = useState(value)
  const names = [...new Set([...options.map((option) => option.name), kept])].filter(Boolean)
  return (
    <>
      <Select
        label="How did you hear about us?"
        name={name}
        options={names.map((one) => ({ value: one, label: one }))}
        value={value || null}
        onChange={(chosen) => onChange(chosen ?? '')}
      />
      <TextField
        label="Who sent you?"
        hint="A person, a company, an event. “Nobody” is a fine answer."
        autoComplete="off"
        maxLength={100}
        isRequired
        {...fieldOf(entry, 'referralSource')}
      />
      <TextArea
        label="What are the cards for?"
        hint="Thanking your team, a customer program, a raffle: a few words are enough."
        maxLength={300}
        rows={3}
        isRequired
        {...fieldOf(entry, 'purposeOfOrder')}
      />
    </>
  )
}
