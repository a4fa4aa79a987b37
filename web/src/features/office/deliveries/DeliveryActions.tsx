import { api } from '@laurel/contract/routes'
import { useState } from 'react'
import { formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { Note } from '../../../parts/Note.tsx'
import { isChangedMeanwhile, useDecision } from '../use-decision.ts'
import { ArrivalDialog } from './ArrivalDialog.tsx'
import { ConvertDialog } from './ConvertDialog.tsx'
import type { Delivery } from './deliveries.queries.ts'
import { FixDialog } from './FixDialog.tsx'
import { ResendDialog } from './ResendDialog.tsx'

type DeliveryActionsProps = { delivery: Delivery; onChanged: () => void }
type Asked = 'fix' | 'resend' | 'convert' | 'arrived' | 'returned'

/** Whatever its state allows. */
export function DeliveryActions({ delivery, onChanged }: DeliveryActionsProps) {
  const [asked, setAsked] = useState<Asked>()
  const { status, rewardType } = delivery
  const isPost = rewardType !== 'digital'
  const mayFix = delivery.mayFixEmail || delivery.mayFixAddress
  const ask = useDecision({
    decide: () => call(api.trackDelivery, { params: { id: delivery.id } }),
    done: ({ status: now }) =>
      now === 'mailed'
        ? `${delivery.carrier} says it’s still in transit`
        : `${delivery.carrier} says it’s ${now}`,
    onClose: () => {},
    onChanged,
  })
  const dialog = { delivery, onClose: () => setAsked(undefined), onChanged }
  return (
    <>
      {status === 'mailed' && delivery.trackingNumber !== '' && (
        <Button isPending={ask.isPending} onClick={() => ask.mutate()}>
          Ask the carrier now
        </Button>
      )}
      {isPost && status === 'mailed' && <Button onClick={() => setAsked('arrived')}>It arrived</Button>}
      {isPost && (status === 'mailed' || status === 'delivered') && (
        <Button onClick={() => setAsked('returned')}>It came back</Button>
      )}
      {delivery.mayConvert && <Button onClick={() => setAsked('convert')}>Send by email instead</Button>}
      {delivery.mayResend && <Button onClick={() => setAsked('resend')}>Send again</Button>}
      {mayFix && (
        <Button look="primary" onClick={() => setAsked('fix')}>
          {delivery.mayResend ? 'Fix and send again' : 'Change where it goes'}
        </Button>
      )}
      {ask.error && !isChangedMeanwhile(ask.error) && (
        <Note tone="bad" className="w-full">
          {formError(ask.error)}
        </Note>
      )}
      {asked === 'fix' && <FixDialog {...dialog} />}
      {asked === 'resend' && <ResendDialog {...dialog} />}
      {asked === 'convert' && <ConvertDialog {...dialog} />}
      {asked === 'arrived' && <ArrivalDialog outcome="delivered" {...dialog} />}
      {asked === 'returned' && <ArrivalDialog outcome="returned" {...dialog} />}
    </>
  )
}
