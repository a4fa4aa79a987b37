import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import type { Contact } from '../../app/security-calls.ts'
import { Button } from '../../parts/Button.tsx'
import { CodeField, codeProblem, tidyCode } from '../../parts/CodeField.tsx'
import { Form } from '../../parts/Form.tsx'
import { codeRefusal, isTaken } from './account-words.ts'
import type { ContactChange } from './use-contact-change.ts'

type ContactCodeFormProps = {
  contact: Contact
  /** As it is shown: where to look for the code. */
  shown: string
  sentTo: string
  change: ContactChange
  /** Said when another account has it: it shows only now, when the address is proven to be theirs. */
  taken: string
}

/** The code that proves a new address or number, with a new code and a way back. */
export function ContactCodeForm({ contact, shown, sentTo, change, taken }: ContactCodeFormProps) {
  const { resending } = change
  const [code, setCode] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const saving = useMutation<void, Error>({
    mutationFn: async () => (await loadAccountCalls()).confirmContact(contact, tidyCode(code)),
    onSuccess: () => change.finish(sentTo),
    onError: (cause) => {
      const sentence = isTaken(cause) ? taken : codeRefusal(cause)
      if (sentence) setErrors({ code: sentence })
    },
  })
  const isAtField = saving.error && (isTaken(saving.error) || codeRefusal(saving.error))

  function save() {
    const problem = codeProblem(code)
    setErrors(problem ? { code: problem } : {})
    saving.reset()
    resending.reset()
    if (!problem) saving.mutate()
  }

  return (
    <Form
      onSubmit={save}
      problem={isAtField ? resending.error : (saving.error ?? resending.error)}
      errors={errors}
    >
      <p>
        We sent a code to <b className="break-words font-semibold">{shown}</b>. It may take a minute to
        arrive, and works for ten minutes. Nothing changes until you enter it.
      </p>
      <CodeField value={code} onChange={setCode} submits={!saving.isPending} autoFocus />
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button look="primary" type="submit" isPending={saving.isPending}>
          Confirm
        </Button>
        <Button look="plain" onClick={change.rest}>
          Cancel
        </Button>
        <Button look="link" isPending={resending.isPending} onClick={() => resending.mutate(sentTo)}>
          Send a new code
        </Button>
      </div>
    </Form>
  )
}
