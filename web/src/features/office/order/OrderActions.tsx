import { canMove } from '@laurel/domain/order-status'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { moment } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { AnchorButton } from '../../../parts/LinkButton.tsx'
import { Note } from '../../../parts/Note.tsx'
import { StatusTag } from '../../../parts/StatusTag.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { type OfficeOrder, type OrderMoney, useMay } from '../office.queries.ts'
import { DeskHead } from '../shell/DeskHead.tsx'
import { ApproveDialog } from './ApproveDialog.tsx'
import { DeclineDialog } from './DeclineDialog.tsx'
import { ReleaseDialog } from './ReleaseDialog.tsx'

type OrderActionsProps = {
  office: OfficeOrder
  money: OrderMoney | undefined
  onChanged: () => void
}

/** What the order is, and what may be decided about it by the one who looks. */
export function OrderActions({ office, money, onChanged }: OrderActionsProps) {
  const { order, customer, heldAt, heldReason } = office
  const [asked, setAsked] = useState<'approve' | 'decline' | 'release'>()
  const may = useMay()
  const isHeld = heldAt !== null
  const canApprove = may('orders.review') && canMove(order.status, 'approved') && !isHeld
  const canDecline = may('orders.review') && canMove(order.status, 'declined')
  const dialog = { office, onChanged, onClose: () => setAsked(undefined) }
  const who = [customer.company, customer.name].filter(Boolean).join(', ') || customer.email

  return (
    <>
      <DeskHead
        title={`Order ${order.number}`}
        beside={
          <>
            <StatusTag status={order.displayStatus} />
            {isHeld && <Tag tone="bad">Held</Tag>}
          </>
        }
        text={`${who}. ${order.placedAt ? `Placed ${moment(order.placedAt)}.` : ''}`}
      >
        <AnchorButton look="plain" href={`mailto:${customer.email}?subject=Order%20${order.number}`}>
          Write to {customer.name.split(' ')[0] || 'the customer'}
        </AnchorButton>
        {canDecline && (
          <Button look="danger" onClick={() => setAsked('decline')}>
            Decline
          </Button>
        )}
        {canApprove && (
          <Button look="primary" onClick={() => setAsked('approve')}>
            <Icon of={Check} />
            Approve order
          </Button>
        )}
      </DeskHead>
      {isHeld && (
        <Note
          tone="warn"
          className="mb-6"
          action={
            may('money.record') && (
              <Button size="compact" onClick={() => setAsked('release')}>
                Release
              </Button>
            )
          }
        >
          <b className="font-semibold">Held since {moment(heldAt)}.</b> {heldReason} Nothing leaves until it
          is released.
        </Note>
      )}
      {asked === 'approve' && <ApproveDialog {...dialog} />}
      {asked === 'decline' && <DeclineDialog {...dialog} money={money} />}
      {asked === 'release' && <ReleaseDialog {...dialog} />}
    </>
  )
}
