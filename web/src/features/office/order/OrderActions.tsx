import { formatCents } from '@laurel/domain/money'
import { canMove } from '@laurel/domain/order-status'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { AnchorButton } from '../../../parts/LinkButton.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { OfficeStatusTag, shownStatusOf } from '../OfficeStatusTag.tsx'
import { type OfficeOrder, type OrderMoney, useMay } from '../office.queries.ts'
import { withStop } from '../office-words.ts'
import { DeskHead } from '../shell/DeskHead.tsx'
import { moment } from '../times.ts'
import { ApproveDialog } from './ApproveDialog.tsx'
import { DeclineDialog } from './DeclineDialog.tsx'
import { HoldDialog } from './HoldDialog.tsx'
import { ReleaseDialog } from './ReleaseDialog.tsx'

type OrderActionsProps = {
  office: OfficeOrder
  money: OrderMoney | undefined
  onChanged: (cause: unknown) => void
}

type Asked = 'approve' | 'decline' | 'hold' | 'release'
const HOLDABLE: readonly OfficeOrder['order']['status'][] = ['in_review', 'approved']

/** What the order is, and what may be decided about it by the one who looks. */
export function OrderActions({ office, money, onChanged }: OrderActionsProps) {
  const { order, customer, heldAt, heldReason, isHeldByStaff, canRelease } = office
  // The screen is read anew by itself: what is decided is decided about the order as it stood when asked.
  const [{ asked, seen }, setAsked] = useState<{ asked?: Asked; seen?: OfficeOrder }>({})
  const [typed, setTyped] = useState<Partial<Record<Asked, string>>>({})
  const may = useMay()
  const isHeld = heldAt !== null
  const shown = shownStatusOf(order)
  const isRefunded = shown === 'refunded'
  const isOver = isRefunded || shown === 'declined'
  const canApprove = may('orders.review') && canMove(order.status, 'approved') && !isHeld && !isRefunded
  const canDecline = may('orders.review') && canMove(order.status, 'declined')
  const canHold = may('orders.review') && HOLDABLE.includes(order.status) && !isHeld && !isRefunded
  const ask = (what: Asked) => setAsked({ asked: what, seen: office })
  const dialog = {
    office: seen ?? office,
    onChanged,
    onClose: () => setAsked({}),
    // Each keeps its own: what colleagues read must not turn up in what the customer is told.
    draft: {
      text: (asked && typed[asked]) ?? '',
      onText: (text: string) => asked && setTyped({ ...typed, [asked]: text }),
    },
  }
  const who = [customer.company, customer.name].filter(Boolean).join(', ') || customer.email

  return (
    <>
      <DeskHead
        title={`Order ${order.number}`}
        beside={
          <>
            <OfficeStatusTag order={order} />
            {isHeld && !isOver && <Tag tone="bad">On hold</Tag>}
          </>
        }
        text={`${who}. ${order.placedAt ? `Placed ${moment(order.placedAt)}.` : ''}`}
      >
        <AnchorButton look="plain" href={`mailto:${customer.email}?subject=Order%20${order.number}`}>
          Write to {customer.name.split(' ')[0] || 'the customer'}
        </AnchorButton>
        {canHold && (
          <Button look="plain" onClick={() => ask('hold')}>
            Hold
          </Button>
        )}
        {canDecline && (
          <Button look="danger" onClick={() => ask('decline')}>
            Decline
          </Button>
        )}
        {canApprove && (
          <Button look="primary" onClick={() => ask('approve')}>
            <Icon of={Check} />
            Approve order
          </Button>
        )}
      </DeskHead>
      {isHeld && shown !== 'declined' && (
        <Note
          tone="warn"
          className="mb-6"
          action={
            canRelease &&
            may(isHeldByStaff ? 'orders.review' : 'money.record') && (
              <Button size="compact" onClick={() => ask('release')}>
                Release
              </Button>
            )
          }
        >
          {isRefunded ? (
            <>
              <b className="font-semibold">All {formatCents(order.refundedCents)} was refunded.</b>{' '}
              {canRelease
                ? 'We won’t issue any cards. If the customer paid another way, release the order.'
                : 'Its cards are canceled. If the customer still wants them, ask for a new order.'}
            </>
          ) : (
            <>
              <b className="font-semibold">On hold since {moment(heldAt)}.</b>{' '}
              {heldReason && `Reason: ${withStop(heldReason)} `}
              {canRelease
                ? 'Nothing leaves until you release the order.'
                : 'Its cards are canceled, so you can’t release it.'}
            </>
          )}
        </Note>
      )}
      {asked === 'approve' && <ApproveDialog {...dialog} />}
      {asked === 'decline' && <DeclineDialog {...dialog} money={money} />}
      {asked === 'hold' && <HoldDialog {...dialog} />}
      {asked === 'release' && <ReleaseDialog {...dialog} />}
    </>
  )
}
