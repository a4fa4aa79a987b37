import { StateField } from '../address/StateField.tsx'
import { ZipField } from '../address/ZipField.tsx'
import { TextField } from '../TextField.tsx'
import { fieldOf, type ProfileEntry } from './profile-entry.ts'
import { TaxNumberField } from './TaxNumberField.tsx'

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
