import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import { isZipCode, ZIP_INVALID } from '@laurel/domain/zip-code'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { freshKey } from '../../app/fresh-key.ts'
import type { SavedPerson } from '../../app/recipient-lists.queries.ts'
import { PERSON_FIELDS, type PersonField, PersonFields } from '../../parts/address/PersonFields.tsx'
import { Button } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'

export type PersonValues = Record<PersonField, string>

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
    () => Object.fromEntries(PERSON_FIELDS.map((field) => [field, person?.[field] ?? ''])) as PersonValues,
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

  return (
    <Form onSubmit={submit} problem={save.error} errors={errors} className="mt-4 grid gap-4">
      <PersonFields
        values={values}
        onChange={(field, value) => setValues((before) => ({ ...before, [field]: value }))}
        asks={['email', 'address']}
      />
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
    ...(isNobody && { firstName: 'Enter a name or an email address.' }),
    ...(email.trim() !== '' && !isEmail(email.trim()) && { email: EMAIL_INVALID }),
    ...(zip.trim() !== '' && !isZipCode(zip.trim()) && { zip: ZIP_INVALID }),
  }
}
