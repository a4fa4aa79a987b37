import type { SiteLimits } from '@laurel/domain/limits'
import { MESSAGE_MAX } from '@laurel/domain/message-merge'
import { formatCents } from '@laurel/domain/money'
import { judgeRecipient, type RecipientRow } from '@laurel/domain/recipient-row'
import type { RewardType } from '@laurel/domain/reward-type'
import { US_STATES } from '@laurel/domain/us-states'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { freshKey } from '../../../app/fresh-key.ts'
import { Button } from '../../../parts/Button.tsx'
import { ComboBox } from '../../../parts/ComboBox.tsx'
import { Form } from '../../../parts/Form.tsx'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { TextArea } from '../../../parts/TextArea.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import type { Recipient } from './recipients.queries.ts'

const EMPTY: RecipientRow = {
  firstName: '',
  lastName: '',
  email: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zip: '',
  amountCents: null,
  message: '',
}
const STATES = US_STATES.map(({ code, name }) => ({ value: code as string, label: name, detail: code }))

type PersonFormProps = {
  rewardType: RewardType
  limits: Pick<SiteLimits, 'minValueCents' | 'maxValueCents'>
  everyoneCents: number | null
  /** Absent for somebody new. */
  person: Recipient | undefined
  onSave: (values: RecipientRow, idempotencyKey: string) => Promise<void>
  onDone: () => void
  onRemove?: () => void
}

/** All that is known of one person. What is wrong is said before anything is sent. */
export function PersonForm(props: PersonFormProps) {
  const { rewardType, limits, everyoneCents, person, onSave, onDone, onRemove } = props
  const [values, setValues] = useState<RecipientRow>(() => startOf(person))
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [hasMessage, setHasMessage] = useState(values.message !== '')
  const key = useRef(freshKey())
  const save = useMutation({
    mutationFn: (row: RecipientRow) => onSave(row, key.current),
    onSuccess: onDone,
  })

  function submit() {
    const { row, problems } = judgeRecipient(rewardType, values, limits)
    const found = problems.filter(({ severity }) => severity === 'error')
    setErrors(Object.fromEntries(found.map(({ field, message }) => [field, message])))
    if (found.length === 0) save.mutate(row)
  }

  const field = (name: Exclude<keyof RecipientRow, 'amountCents'>) => ({
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
      {rewardType === 'digital' ? (
        <TextField label="Email" type="email" inputMode="email" {...field('email')} />
      ) : (
        <>
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
        </>
      )}
      <MoneyField
        label="Value of their own (optional)"
        name="amountCents"
        cents={values.amountCents}
        error={errors.amountCents}
        hint={
          everyoneCents === null
            ? 'Or give one value to everyone.'
            : `Everyone gets ${formatCents(everyoneCents)}.`
        }
        onChangeCents={(amountCents) => setValues((before) => ({ ...before, amountCents }))}
      />
      {hasMessage ? (
        <TextArea
          label="A message of their own (optional)"
          rows={3}
          maxLength={MESSAGE_MAX}
          {...field('message')}
        />
      ) : (
        <Button look="link" className="justify-self-start" onClick={() => setHasMessage(true)}>
          Write them a message of their own
        </Button>
      )}
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        {onRemove && (
          <Button look="danger" className="me-auto" onClick={onRemove}>
            Remove
          </Button>
        )}
        <Button look="primary" type="submit" isPending={save.isPending}>
          {person ? 'Save' : 'Add to the list'}
        </Button>
      </div>
    </Form>
  )
}

function startOf(person: Recipient | undefined): RecipientRow {
  if (!person) return EMPTY
  const { firstName, lastName, email, address1, address2, city, state, zip, amountCents, message } = person
  return { firstName, lastName, email, address1, address2, city, state, zip, amountCents, message }
}
