import { formatPhone, phoneProblem } from '@laurel/domain/phone'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useState } from 'react'
import type { Security } from '../../app/security-calls.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import { PhoneField } from '../../parts/PhoneField.tsx'
import { isTaken } from './account-words.ts'
import { ContactCodeForm } from './ContactCodeForm.tsx'
import { ContactRest } from './ContactRest.tsx'
import { RemovePhone } from './RemovePhone.tsx'
import { type ContactChange, useContactChange } from './use-contact-change.ts'

const TAKEN = 'Another account has that number already. Use another one.'

/** The number that codes are texted to. */
export function PhoneSection({ security }: { security: Security }) {
  const { phone, isPhoneVerified } = security
  const change = useContactChange('phone_number', (confirmed) =>
    showToast({ title: 'Your phone number is confirmed', text: formatPhone(confirmed) }),
  )

  switch (change.step.at) {
    case 'rest':
      return (
        <ContactRest
          noun="phone number"
          shown={formatPhone(phone)}
          value={phone}
          isVerified={isPhoneVerified}
          change={change}
          more={phone && <RemovePhone security={security} onRemoved={change.rest} />}
        />
      )
    case 'entry':
      return <PhoneEntry phone={phone} change={change} />
    case 'code': {
      const { sentTo } = change.step
      return (
        <ContactCodeForm
          contact="phone_number"
          shown={formatPhone(sentTo)}
          sentTo={sentTo}
          change={change}
          taken={TAKEN}
        />
      )
    }
  }
}

function PhoneEntry({ phone, change }: { phone: string; change: ContactChange }) {
  const { asking } = change
  const [number, setNumber] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})

  function send() {
    const problem = newPhoneProblem(number, phone)
    setErrors(problem ? { phone: problem } : {})
    asking.reset()
    if (problem) return
    asking.mutate(number, { onError: (cause) => isTaken(cause) && setErrors({ phone: TAKEN }) })
  }

  return (
    <Form onSubmit={send} problem={isTaken(asking.error) ? undefined : asking.error} errors={errors}>
      <PhoneField
        label={phone ? 'New phone number' : 'Phone number'}
        name="phone"
        hint="We text a code to it."
        value={number}
        onChange={setNumber}
        autoFocus
        isRequired
      />
      <div className="mt-2 flex flex-wrap gap-3">
        <Button look="primary" type="submit" isPending={asking.isPending}>
          Text me a code
        </Button>
        <Button look="plain" onClick={change.rest}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

function newPhoneProblem(next: string, current: string): string | undefined {
  if (next === '') return FIELD_REQUIRED
  return next === current ? 'This is your number already.' : phoneProblem(next)
}
