import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import { US_STATES } from '@laurel/domain/us-states'
import { isZipCode, ZIP_INVALID } from '@laurel/domain/zip-code'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { freshKey } from '../../app/fresh-key.ts'
import type { SavedPerson } from '../../app/recipient-lists.queries.ts'
import { Button } from '../../parts/Button.tsx'
import { ComboBox } from '../../parts/ComboBox.tsx'
import { Form } from '../../parts/Form.tsx'
import { TextField } from '../../parts/TextField.tsx'

const FIELDS = ['firstName', 'lastName', 'email', 'address1', 'address2', 'city', 'state', 'zip'] as const
export type PersonValues = Record<(typeof FIELDS)[number], string>

const STATES = US_STATES.map(({ code, name }) => ({ value: code as string, label: name, detail: code }))

type SavedPersonFormProps = {
  /** Absent for somebody new. */
  person: SavedPerson | undefined
  onSave: (values: PersonValues, idempotencyKey: string) => Promise<void>
  onDone: () => void
  onTakeOff?: () => void
  onDelete?: () => void
}

/** What is kept of a person. A card says later what it needs of it: here a name, or an email, is enough. */
export function SavedPersonForm({ person, onSave, onDone, onTakeOff, onDelete }: SavedPersonFormProps) {
  const [values, setValues] = useState<PersonValues>(
    () => Object.fromEntries(FIELDS.map((field) => [field, person?.[field] ?? ''])) as PersonValues,
  )
  const [errors, setErrors] = useState<Record<string, string>>({})
  const key = useRef(freshKey())
  const save = useMutation({
    mutationFn: () => onSave(values, key.current),
    onSuccess: onDone,
    onError: () => {
      key.current = freshKey()
    },
  })

  function submit() {
    const found = problemsOf(values)
    setErrors(found)
    if (Object.keys(found).length === 0) save.mutate()
  }

  const field = (name: keyof PersonValues) => ({
    name,
    value: values[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
  })

  return (
    <Form onSubmit={submit} problem={save.error} errors={errors} className="mt-4 grid gap-4">
      <div className="grid grid-cols-2 gap-4 tiny:grid-cols-1">
        <TextField label="First name" {...field('firstName')} />
        <TextField label="Last name" {...field('lastName')} />
      </div>
      <TextField label="Email" type="email" inputMode="email" {...field('email')} />
      <TextField label="Street" {...field('address1')} />
      <TextField label="Apartment, suite (optional)" {...field('address2')} />
      <TextField label="City" {...field('city')} />
      <div className="grid grid-cols-2 gap-4">
        <ComboBox
          label="State"
          name="state"
          options={STATES}
          value={values.state || null}
          error={errors.state}
          onChange={(state) => setValues((before) => ({ ...before, state: state ?? '' }))}
        />
        <TextField label="ZIP code" inputMode="numeric" {...field('zip')} />
      </div>
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        {onTakeOff && (
          <Button look="plain" onClick={onTakeOff}>
            Take off this list
          </Button>
        )}
        {onDelete && (
          <Button look="danger" className="me-auto" onClick={onDelete}>
            Delete
          </Button>
        )}
        <Button look="primary" type="submit" isPending={save.isPending}>
          {person ? 'Save' : 'Add'}
        </Button>
      </div>
    </Form>
  )
}

function problemsOf({ firstName, lastName, email, zip }: PersonValues): Record<string, string> {
  const isNobody = [firstName, lastName, email].every((text) => text.trim() === '')
  return {
    ...(isNobody && { firstName: 'Give a name, or an email address.' }),
    ...(email.trim() !== '' && !isEmail(email.trim()) && { email: EMAIL_INVALID }),
    ...(zip.trim() !== '' && !isZipCode(zip.trim()) && { zip: ZIP_INVALID }),
  }
}
