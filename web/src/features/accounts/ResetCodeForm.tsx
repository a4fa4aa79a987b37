import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import { useSite } from '../../app/site.ts'
import { usernameOf } from '../../app/username.ts'
import { Button, LinkButton } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import { EmailField } from './EmailField.tsx'
import { emailProblem } from './email-problem.ts'

type ResetCodeFormProps = { email: string; onSent: (email: string) => void }

/** Asks for the code. Whether there is an account for the address is not told. */
export function ResetCodeForm({ email: known, onSent }: ResetCodeFormProps) {
  const site = useSite()
  const [email, setEmail] = useState(known)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const sending = useMutation({
    mutationFn: async (to: string) => (await loadAccountCalls()).sendResetCode(usernameOf(site, to)),
    onSuccess: (_, to) => onSent(to),
  })

  function send() {
    const wrong = emailProblem(email)
    setErrors(wrong ? { email: wrong } : {})
    if (!wrong) sending.mutate(email.trim())
  }

  return (
    <Form onSubmit={send} problem={sending.error} errors={errors}>
      <EmailField value={email} onChange={setEmail} />
      <Button look="primary" size="big" type="submit" isPending={sending.isPending}>
        Send me a code
      </Button>
      <LinkButton look="link" to="/" search={{ login: 'signIn' }} className="justify-self-center">
        Back to sign in
      </LinkButton>
    </Form>
  )
}
