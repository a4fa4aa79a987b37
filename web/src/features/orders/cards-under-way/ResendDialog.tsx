import { api } from '@laurel/contract/routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { ResendList, useChosen } from '../../../parts/after-care/ResendList.tsx'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { count, plural } from '../../../parts/format.ts'
import { Modal } from '../../../parts/Modal.tsx'
import { Loading, Skeleton } from '../../../parts/Skeleton.tsx'
import { type Delivery, deliveryQueries } from './deliveries.queries.ts'
import { deliveryName, deliveryPlace } from './delivery-words.ts'
import { FixDialog } from './FixDialog.tsx'

type ResendDialogProps = { orderId: number; search: string; onClose: () => void }

/** Whoever did not get their card, listed before anything goes out to them again. */
export function ResendDialog({ orderId, search, onClose }: ResendDialogProps) {
  const queryClient = useQueryClient()
  const [changed, setChanged] = useState<Delivery>()
  const { data, error } = useQuery(deliveryQueries.toResend(orderId, search))
  const deliveries = data?.results.filter(({ mayResend }) => mayResend) ?? []
  const { ids, choose } = useChosen(deliveries)
  const resend = useMutation({
    mutationFn: () =>
      call(api.resendDeliveries, { params: { id: orderId }, body: { group: 'needs_a_hand', ids } }),
    onSuccess: async ({ resent }) => {
      await queryClient.invalidateQueries({ queryKey: ['orders', orderId] })
      const rest = ids.length - resent
      showToast({
        title: `${plural(resent, 'card goes', 'cards go')} out again`,
        ...(rest > 0 && { text: `${plural(rest, 'card')} could not be sent: look at each.` }),
      })
      onClose()
    },
  })
  // One dialog at a time: what is changed goes out with the change, and the list comes back without it.
  if (changed) return <FixDialog delivery={changed} onClose={() => setChanged(undefined)} />
  return (
    <Modal isOpen onClose={onClose} title="Send again?" isDismissable={!resend.isPending}>
      <Form onSubmit={() => resend.mutate()} problem={resend.error ?? error} className="mt-3 grid gap-5">
        {!data && !error && (
          <Loading label="Looking for cards to fix">
            <Skeleton className="h-24" />
          </Loading>
        )}
        {data && deliveries.length === 0 && <p>No cards need attention anymore.</p>}
        {deliveries.length > 0 && (
          <>
            <p className="text-muted">
              What you choose goes to the address that stands here. Change a wrong one first: its card goes
              out again with the change.
            </p>
            <ResendList
              deliveries={deliveries}
              chosen={ids}
              nameOf={deliveryName}
              placeOf={deliveryPlace}
              onChoose={choose}
              onChange={setChanged}
            />
          </>
        )}
        {data && data.count > data.results.length && (
          <p className="text-small">
            These are the first {count(data.results.length)} of {count(data.count)}.
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" isDisabled={ids.length === 0} isPending={resend.isPending}>
            {ids.length > 1 ? `Send ${count(ids.length)} again` : 'Send again'}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
