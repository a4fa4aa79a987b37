import { api } from '@laurel/contract/routes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { ResendList } from '../../../parts/after-care/ResendList.tsx'
import { useChosen } from '../../../parts/after-care/use-chosen.ts'
import { count } from '../../../parts/format.ts'
import { Loading, Skeleton } from '../../../parts/Skeleton.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { useDecision } from '../use-decision.ts'
import { type DeliveryLine, deliveriesQueries } from './deliveries.queries.ts'
import { placeOf, recipientName } from './delivery-words.ts'
import { FixDialog } from './FixDialog.tsx'

type ResendAllDialogProps = { orderId: number; onClose: () => void }

/** What of an order bounced or came back, listed before any of it goes out once more. */
export function ResendAllDialog({ orderId, onClose }: ResendAllDialogProps) {
  const [changed, setChanged] = useState<DeliveryLine>()
  const { data, error } = useQuery(deliveriesQueries.toResend(orderId))
  const deliveries = data?.results.filter(({ mayResend }) => mayResend) ?? []
  const { ids, choose } = useChosen(deliveries)
  const resend = useDecision({
    decide: (idempotencyKey) =>
      call(api.resendOfficeDeliveries, { body: { orderId, group: 'needs_a_hand', ids }, idempotencyKey }),
    done: ({ resent }) => `Sent again: ${count(resent)} of ${count(ids.length)}`,
    onClose,
  })
  if (changed) {
    const back = () => setChanged(undefined)
    return <FixDialog delivery={changed} onClose={back} onChanged={back} />
  }
  const isMore = data !== undefined && data.count > data.results.length
  return (
    <OfficeDialog
      title="Send again?"
      lead={
        <p>
          What is chosen goes to the address that stands here; letters are printed again with new card
          numbers. Change a wrong address first: its card goes out again with the change.
        </p>
      }
      submit={ids.length > 1 ? `Send ${count(ids.length)} again` : 'Send again'}
      isDisabled={ids.length === 0}
      isPending={resend.isPending}
      problem={resend.error ?? error}
      onSubmit={() => resend.mutate()}
      onClose={onClose}
    >
      {!data && !error && (
        <Loading label="Loading deliveries">
          <Skeleton className="h-24" />
        </Loading>
      )}
      {data && deliveries.length === 0 && <p>Nothing needs attention anymore.</p>}
      {deliveries.length > 0 && (
        <ResendList
          deliveries={deliveries}
          chosen={ids}
          nameOf={recipientName}
          placeOf={placeOf}
          onChoose={choose}
          onChange={setChanged}
        />
      )}
      {isMore && (
        <p className="mt-3 text-small">
          These are the first {count(data.results.length)} of {count(data.count)}.
        </p>
      )}
    </OfficeDialog>
  )
}
