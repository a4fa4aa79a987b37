import { PhoneField } from '../PhoneField.tsx'
import { TextField } from '../TextField.tsx'
import { fieldOf, type ProfileEntry } from './profile-draft.ts'

export function PersonFields({ entry }: { entry: ProfileEntry }) {
  return (
    <>
      <div className="grid grid-cols-2 gap-4 tiny:grid-cols-1">
        <TextField
          label="First name"
          autoComplete="given-name"
          maxLength={40}
          isRequired
          {...fieldOf(entry, 'firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          maxLength={50}
          isRequired
          {...fieldOf(entry, 'lastName')}
        />
      </div>
      <PhoneField
        label="Phone (optional)"
        hint="For questions about an order."
        {...fieldOf(entry, 'phone')}
      />
    </>
  )
}
