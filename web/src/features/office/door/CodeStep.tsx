import { api } from '@laurel/contract/routes'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { QrCode } from '../../../parts/authenticator/QrCode.tsx'
import { SecretKey } from '../../../parts/authenticator/SecretKey.tsx'
import { Button } from '../../../parts/Button.tsx'
import { CodeField, codeProblem, tidyCode } from '../../../parts/CodeField.tsx'
import { Form } from '../../../parts/Form.tsx'
import type { OfficeMe } from '../office.queries.ts'
import type { Ticket } from './OfficeDoor.tsx'

type CodeStepProps = {
  ticket: Ticket
  onEnter: (me: OfficeMe) => void
  /** True when the sign-in ran out. */
  onBack: (wasLate: boolean) => void
}

export function CodeStep({ ticket, onEnter, onBack }: CodeStepProps) {
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>()
  const finish = useMutation({
    mutationFn: () => call(api.finishOfficeSignIn, { body: { ticket: ticket.ticket, code: tidyCode(code) } }),
    onSuccess: onEnter,
    onError: (cause) => {
      if (cause instanceof ApiProblem && cause.code === 'sign_in_required') onBack(true)
    },
  })

  function submit() {
    finish.reset()
    const problem = codeProblem(code)
    setErrors(problem === undefined ? {} : { code: problem })
    if (problem === undefined) finish.mutate()
  }

  return (
    <Form onSubmit={submit} problem={finish.error} errors={errors}>
      {ticket.step === 'set_up' ? <SetUp ticket={ticket} /> : <p>Your authenticator app shows it now.</p>}
      <CodeField value={code} onChange={setCode} autoFocus={ticket.step === 'code'} />
      <Button type="submit" look="primary" size="big" isPending={finish.isPending} className="mt-2 w-full">
        Open the office
      </Button>
      <Button look="link" onClick={() => onBack(false)} className="justify-self-start">
        Back to email and password
      </Button>
    </Form>
  )
}

/** docs/spec.md §9 gives the picture its size; the key is for an app without a camera. */
function SetUp({ ticket: { otpauthUrl = '', secret = '' } }: { ticket: Ticket }) {
  return (
    <>
      <p>
        Scan the picture with your authenticator app, or type the key into it. Then enter the code it shows.
      </p>
      <div className="grid justify-items-center gap-2">
        <QrCode text={otpauthUrl} label="QR code with the key for your authenticator app" />
        <a href={otpauthUrl} className="link hidden narrow:inline">
          Open the app on this phone
        </a>
      </div>
      <SecretKey secret={secret} />
    </>
  )
}
