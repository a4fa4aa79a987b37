import { api } from '@laurel/contract/routes'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import type { Ticket } from './OfficeDoor.tsx'

type PasswordStepProps = {
  email: string
  onEmail: (email: string) => void
  onTicket: (ticket: Ticket) => void
}

export function PasswordStep({ email, onEmail, onTicket }: PasswordStepProps) {
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>()
  const signIn = useMutation({
    mutationFn: () => call(api.startOfficeSignIn, { body: { email: email.trim(), password } }),
    onSuccess: onTicket,
  })

  function submit() {
    signIn.reset()
    const found = {
      ...(email.trim() === '' && { email: FIELD_REQUIRED }),
      ...(password === '' && { password: FIELD_REQUIRED }),
    }
    setErrors(found)
    if (Object.keys(found).length === 0) signIn.mutate()
  }

  return (
    <Form onSubmit={submit} problem={signIn.error} errors={errors}>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={onEmail}
        isRequired
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        isRequired
      />
      <Button type="submit" look="primary" size="big" isPending={signIn.isPending} className="mt-2 w-full">
        Continue
      </Button>
      <p className="text-muted text-small">
        The office is for the people who run this shop. Next comes a code from your authenticator app.
      </p>
    </Form>
  )
}
