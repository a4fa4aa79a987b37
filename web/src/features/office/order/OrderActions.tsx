import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { canMove, DISPLAY_LABELS } from '@laurel/domain/order-status'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { useSite } from '../../../app/site.ts'
import { Button } from '../../../parts/Button.tsx'
import { plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { TextArea } from '../../../parts/TextField.tsx'
import { ScreenHead } from '../ListParts.tsx'
import { OfficeDialog, ReasonDialog } from '../OfficeDialog.tsx'
import { OfficeStatusTag, shownStatusOf } from '../OfficeStatusTag.tsx'
import { type OfficeOrder, type OrderMoney, useMay } from '../office.queries.ts'
import { useDecision } from '../office-mutations.ts'
import { withStop } from '../office-words.ts'
import { Keys } from '../search/Keys.tsx'
import { useKeys } from '../search/shortcuts.ts'
import { officeMoment } from '../times.ts'
import { wayBack } from './money-words.ts'

type OrderActionsProps = {
  office: OfficeOrder
  money: OrderMoney | undefined
  onChanged: (cause: unknown) => void
  /** In the review queue, keys open the dialogs. */
  hasKeys: boolean
}

type Asked = 'approve' | 'decline' | 'hold' | 'release' | 'message'
const HOLDABLE: readonly OfficeOrder['order']['status'][] = ['in_review', 'approved']

/** The order's status, and the decisions that the signed-in person may make. */
export function OrderActions({ office, money, onChanged, hasKeys }: OrderActionsProps) {
  const { order, customer, heldAt, heldReason, isHeldByStaff, canRelease, missingCents } = office
  const isByMoney = !isHeldByStaff || missingCents > 0
  // The screen reloads automatically, so a dialog keeps the order as it was when it opened.
  const [{ asked, seen }, setAsked] = useState<{ asked?: Asked; seen?: OfficeOrder }>({})
  const [typed, setTyped] = useState<Partial<Record<Asked, string>>>({})
  const may = useMay()
  const isHeld = heldAt !== null
  const shown = shownStatusOf(order)
  const isRefunded = shown === 'refunded'
  const isOver = isRefunded || shown === 'declined'
  const isShort = !isHeld && canRelease
  const canApprove =
    may('orders.review') && canMove(order.status, 'approved') && !isHeld && !isRefunded && !isShort
  const canDecline = may('orders.review') && canMove(order.status, 'declined')
  const canHold = may('orders.review') && HOLDABLE.includes(order.status) && !isHeld && !isRefunded
  const ask = (what: Asked) => setAsked({ asked: what, seen: office })
  const keyFor = (may: boolean, what: Asked) => (hasKeys && may ? () => ask(what) : undefined)
  useKeys({
    a: keyFor(canApprove, 'approve'),
    h: keyFor(canHold, 'hold'),
    d: keyFor(canDecline, 'decline'),
    m: keyFor(may('orders.note'), 'message'),
  })
  const dialog = {
    office: seen ?? office,
    onChanged,
    onClose: () => setAsked({}),
    // Each dialog keeps its own text, so that a note for the team can't end up with the customer.
    draft: {
      text: (asked && typed[asked]) ?? '',
      onText: (text: string) => asked && setTyped({ ...typed, [asked]: text }),
    },
  }
  const who = [customer.company, customer.name].filter(Boolean).join(', ') || customer.email

  return (
    <>
      <ScreenHead
        title={`Order ${order.number}`}
        beside={
          <>
            <OfficeStatusTag order={order} />
            {isHeld && !isOver && <Tag tone="bad">On hold</Tag>}
            {shown === 'fulfilled' && (
              <span className="text-muted text-small">
                Customers see “{DISPLAY_LABELS[order.displayStatus]}”
              </span>
            )}
          </>
        }
        text={`${who}. ${order.placedAt ? `Placed ${officeMoment(order.placedAt)}.` : ''}`}
      >
        {may('orders.note') && (
          <Button look="plain" onClick={() => ask('message')}>
            Email {customer.name.split(' ')[0] || 'customer'}
            {hasKeys && <KeyHint of="M" />}
          </Button>
        )}
        {canHold && (
          <Button look="plain" onClick={() => ask('hold')}>
            Hold
            {hasKeys && <KeyHint of="H" />}
          </Button>
        )}
        {canDecline && (
          <Button look="danger" onClick={() => ask('decline')}>
            Decline
            {hasKeys && <KeyHint of="D" />}
          </Button>
        )}
        {canApprove && (
          <Button look="primary" onClick={() => ask('approve')}>
            <Icon of={Check} />
            Approve order
            {hasKeys && <KeyHint of="A" />}
          </Button>
        )}
      </ScreenHead>
      {(isHeld || isShort) && shown !== 'declined' && (
        <Note
          tone="warn"
          className="mb-6"
          action={
            canRelease &&
            may('orders.review') &&
            (!isByMoney || may('money.record')) && (
              <Button size="compact" onClick={() => ask('release')}>
                Release
              </Button>
            )
          }
        >
          {isRefunded ? (
            <>
              <b className="font-semibold">We refunded the full {formatCents(order.refundedCents)}.</b>{' '}
              {canRelease
                ? 'We won’t issue any cards. If the customer paid another way, release the order.'
                : 'Its cards are canceled. If the customer still wants them, ask for a new order.'}
            </>
          ) : heldAt === null ? (
            <>
              <b className="font-semibold">Payments don’t cover {formatCents(missingCents)}.</b> If the
              customer paid another way, release the order. Otherwise decline it.
            </>
          ) : (
            <>
              <b className="font-semibold">On hold since {officeMoment(heldAt)}.</b>{' '}
              {heldReason && `Reason: ${withStop(heldReason)} `}
              {canRelease
                ? 'Nothing is sent until you release the order.'
                : 'Its cards are canceled, so you can’t release it.'}
            </>
          )}
          {office.releaseAskedBy && <ReleaseAsked office={office} />}
        </Note>
      )}
      {asked === 'approve' && <ApproveDialog {...dialog} />}
      {asked === 'decline' && <DeclineDialog {...dialog} money={money} />}
      {asked === 'hold' && <HoldDialog {...dialog} />}
      {asked === 'release' && <ReleaseDialog {...dialog} />}
      {asked === 'message' && <MessageDialog {...dialog} />}
    </>
  )
}

function MessageDialog({ office: { order, customer }, draft, ...dialog }: OrderDialogProps) {
  const { supportEmail } = useSite()
  return (
    <ReasonDialog
      title={`Email ${customer.name || 'the customer'} about order ${order.number}`}
      lead={
        <p>
          We’ll send it to {customer.email}. The customer also sees it in the order’s activity.
          {supportEmail && ` Replies go to ${supportEmail}.`}
        </p>
      }
      submit="Send email"
      label="Message"
      name="text"
      hint="We add a greeting and a link to the order."
      maxLength={2_000}
      decide={async (text, idempotencyKey) => {
        await call(api.addOrderNote, {
          params: { id: order.id },
          body: { text, mailsCustomer: true },
          idempotencyKey,
        })
        draft.onText('')
      }}
      done="Email sent"
      draft={draft}
      {...dialog}
    />
  )
}

function KeyHint({ of: key }: { of: string }) {
  return (
    <span aria-hidden="true" className="touch:hidden">
      <Keys keys={[key]} />
    </span>
  )
}

function HoldDialog({ office: { order }, ...dialog }: OrderDialogProps) {
  return (
    <ReasonDialog
      title={`Hold order ${order.number}?`}
      lead={<p>We won’t approve, send, or print anything for this order until your team releases it.</p>}
      submit="Hold order"
      hint="Your team can see this in the order’s history."
      maxLength={500}
      decide={(reason, idempotencyKey) =>
        call(api.holdOrder, { params: { id: order.id }, body: { reason }, idempotencyKey })
      }
      done={`Order ${order.number} is on hold`}
      {...dialog}
    />
  )
}

function ReleaseAsked({ office }: { office: OfficeOrder }) {
  const who = office.releaseAskedByName || 'A colleague'
  return <p>{who} asked to release it. A second person must approve.</p>
}

function ReleaseDialog({ office, ...dialog }: OrderDialogProps) {
  const { order, heldReason, isHeldByStaff, missingCents } = office
  return (
    <ReasonDialog
      title={`Release order ${order.number}?`}
      lead={
        <>
          {heldReason && <p>Reason for the hold: {withStop(heldReason)}</p>}
          <p>
            {isHeldByStaff && missingCents === 0
              ? 'The order continues from where it stopped. Say what you found out.'
              : 'The order continues as if it were paid. Say how the payment was settled.'}
          </p>
          {missingCents > 0 && (
            <p>
              Payments don’t cover {formatCents(missingCents)}. If you refunded this order, or the amount is
              large, a second person must approve.
            </p>
          )}
        </>
      }
      submit="Release order"
      hint="Kept in the order’s history."
      maxLength={500}
      decide={(reason, idempotencyKey) =>
        call(api.releaseOrder, { params: { id: order.id }, body: { reason }, idempotencyKey })
      }
      done={(after) =>
        after.releaseAskedBy
          ? `Release of order ${order.number} needs a second person`
          : `Order ${order.number} released`
      }
      {...dialog}
    />
  )
}

type DeclineDialogProps = OrderDialogProps & {
  /** Unknown to staff who can't see payments; the server refunds it all the same. */
  money: OrderMoney | undefined
}

function DeclineDialog({ office: { order, customer }, money, ...dialog }: DeclineDialogProps) {
  return (
    <ReasonDialog
      title={`Decline order ${order.number}?`}
      lead={<WhatGoesBack money={money} />}
      submit="Decline order"
      isDanger
      hint={`${customer.name || customer.email} sees this in an email and on the order.`}
      maxLength={500}
      decide={(reason, idempotencyKey) =>
        call(api.declineOrder, {
          params: { id: order.id },
          body: { seenStatus: order.status, reason },
          idempotencyKey,
        })
      }
      done={`Order ${order.number} is declined`}
      {...dialog}
    />
  )
}

function WhatGoesBack({ money }: { money: OrderMoney | undefined }) {
  if (!money) return <p>No cards will be sent. We’ll refund everything that was paid.</p>
  const paid = money.payments.filter((payment) => payment.refundableCents > 0)
  if (paid.length === 0 && money.receivedCents > 0) {
    return (
      <p>
        No cards will be sent. Refund{' '}
        <b className="font-semibold text-ink">{formatCents(money.receivedCents)}</b> by check or transfer.
      </p>
    )
  }
  const refunded = money.refundedCents
  if (paid.length === 0 && refunded > 0) {
    return (
      <p>
        No cards will be sent. We’ve already refunded{' '}
        <b className="font-semibold text-ink">{formatCents(refunded)}</b>.
      </p>
    )
  }
  if (paid.length === 0) return <p>No cards will be sent. Nothing was paid, so there’s nothing to refund.</p>
  return (
    <>
      <p>No cards will be sent. We’ll refund the payment:</p>
      <ul className="grid gap-1.5 text-ink">
        {paid.map((payment) => (
          <li key={payment.id}>
            <b className="font-semibold">{formatCents(payment.refundableCents)}</b>{' '}
            {wayBack(payment, payment.refundableCents)}
          </li>
        ))}
      </ul>
      <p>A large refund needs a second person’s approval.</p>
    </>
  )
}

type OrderDialogProps = {
  /** The order as it was when the dialog opened. The decision applies to this version. */
  office: OfficeOrder
  onClose: () => void
  onChanged: (cause: unknown) => void
  /** Keeps the typed text if someone else decides first. */
  draft: { text: string; onText: (text: string) => void }
}

function ApproveDialog({ office: { order, reviewReasons }, onClose, onChanged, draft }: OrderDialogProps) {
  const { text: note, onText: setNote } = draft
  const approve = useDecision({
    decide: (idempotencyKey) =>
      call(api.approveOrder, {
        params: { id: order.id },
        body: { seenStatus: order.status, note: note.trim() },
        idempotencyKey,
      }),
    done: `Order ${order.number} is approved`,
    onClose,
    onChanged,
  })
  return (
    <OfficeDialog
      title={`Approve order ${order.number}?`}
      lead={<p>{plural(order.cardCount, 'card')} will be ready for fulfillment.</p>}
      submit="Approve order"
      request={approve}
      onClose={onClose}
    >
      <TextArea
        label={reviewReasons.length > 0 ? 'What did you find out? (optional)' : 'Note (optional)'}
        name="note"
        hint="Kept in the order’s history."
        value={note}
        onChange={setNote}
        rows={3}
        maxLength={500}
      />
    </OfficeDialog>
  )
}
