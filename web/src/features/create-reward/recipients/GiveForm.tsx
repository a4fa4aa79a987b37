import { type SiteLimits, valueProblem } from '@laurel/domain/limits'
import { MESSAGE_MAX, messageProblems } from '@laurel/domain/message-merge'
import { formatCents } from '@laurel/domain/money'
import type { RewardType } from '@laurel/domain/reward-type'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { count as counted } from '../../../parts/format.ts'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { TextArea } from '../../../parts/TextArea.tsx'

type Given = { amountCents?: number | null; message?: string }

type GiveFormProps = {
  what: 'value' | 'message'
  count: number
  rewardType: RewardType
  limits: Pick<SiteLimits, 'minValueCents' | 'maxValueCents'>
  everyoneCents: number | null
  onGive: (given: Given) => Promise<void>
}

/** One value, or one message, for everybody who is selected. Left empty they get what everyone gets. */
export function GiveForm({ what, count, rewardType, limits, everyoneCents, onGive }: GiveFormProps) {
  const [cents, setCents] = useState<number | null>(null)
  const [message, setMessage] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const give = useMutation({ mutationFn: onGive })

  function submit() {
    const problem =
      what === 'value' ? valueProblem('amountCents', cents, limits) : messageProblems(message, rewardType)[0]
    setErrors(problem ? { [problem.field]: problem.message } : {})
    if (!problem) give.mutate(what === 'value' ? { amountCents: cents } : { message: message.trim() })
  }

  return (
    <Form onSubmit={submit} problem={give.error} errors={errors} className="mt-4 grid gap-4">
      {what === 'value' ? (
        <MoneyField
          label="Value"
          name="amountCents"
          cents={cents}
          onChangeCents={setCents}
          error={errors.amountCents}
          hint={
            everyoneCents === null
              ? 'If blank, they won’t have a value of their own.'
              : `If blank, they get everyone’s ${formatCents(everyoneCents)}.`
          }
        />
      ) : (
        <TextArea
          label="Message"
          name="message"
          rows={4}
          value={message}
          onChange={setMessage}
          maxLength={MESSAGE_MAX}
          error={errors.message}
          hint="Replaces the message from the next step. If blank, they get that one."
        />
      )}
      <div className="flex justify-end">
        <Button look="primary" type="submit" isPending={give.isPending}>
          {what === 'value' ? 'Set the value' : 'Set the message'} of {counted(count)}
        </Button>
      </div>
    </Form>
  )
}
