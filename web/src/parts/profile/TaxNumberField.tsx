import { TextField } from '../TextField.tsx'
import { isMasked } from './profile-draft.ts'

type TaxNumberFieldProps = {
  name: string
  value: string
  onChange: (value: string) => void
  /** As it is kept, dots and four digits, or ''. */
  kept: string
}

/** A kept number shows its last four digits and is only ever replaced as a whole. */
export function TaxNumberField({ name, value, onChange, kept }: TaxNumberFieldProps) {
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
