import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { DISCREPANCY_WORDS, type DiscrepancyState } from '@laurel/domain/payment-discrepancy'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { Tag, type TagTone } from '../../../parts/Tag.tsx'
import { ListToDecide } from '../ListToDecide.tsx'
import { ReasonDialog } from '../OfficeDialog.tsx'
import { type Discrepancy, officeQueries, useMay, useMe } from '../office.queries.ts'
import { byWords } from '../office-words.ts'
import { paidBy } from '../order/money-words.ts'
import type { OpenSearch } from '../screen-searches.ts'
import { officeMoment } from '../times.ts'

const WORDS = {
  open: 'Open',
  openHeading: 'Open',
  allHeading: 'All discrepancies',
  lines: 'Payment discrepancies',
  changed:
    'A colleague has already decided about this payment, so we changed nothing. This is its current state.',
  noneOpen: 'Nothing to decide',
  none: 'No discrepancies yet',
  would: 'Wrong amounts, second charges, and late payments appear here.',
}

/** Payments that the provider reports differently than requested. They never move an order automatically. */
export function DiscrepanciesScreen({ search }: { search: OpenSearch }) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ discrepancy: Discrepancy; decision: DiscrepancyDecision }>()
  const { only, page } = search
  const read = useQuery(officeQueries.discrepancies({ only: only === 'all' ? undefined : 'open', page }))
  return (
    <ListToDecide
      title="Payment discrepancies"
      text="What the provider reports doesn’t match what we asked for. Orders stay unchanged until you decide."
      search={search}
      onSearch={(next, options) => void navigate({ to: '/office/payments', search: next, ...options })}
      read={read}
      words={WORDS}
      asked={(onChanged) =>
        asked && <DiscrepancyDialog {...asked} onClose={() => setAsked(undefined)} onChanged={onChanged} />
      }
    >
      {(discrepancy) => (
        <DiscrepancyLine
          key={discrepancy.id}
          discrepancy={discrepancy}
          onAsk={(decision) => setAsked({ discrepancy, decision })}
        />
      )}
    </ListToDecide>
  )
}

type DiscrepancyLineProps = { discrepancy: Discrepancy; onAsk: (decision: DiscrepancyDecision) => void }

/** One discrepancy: what was reported, why it doesn't fit, and the possible decisions. */
function DiscrepancyLine({ discrepancy, onAsk }: DiscrepancyLineProps) {
  const me = useMe()
  const may = useMay()
  const { word, tone } = DISCREPANCY_STATE_WORDS[discrepancy.state]
  const reported = reportedWords(discrepancy)
  const decisions: [DiscrepancyDecision, isOffered: boolean, word: string][] = [
    ['accept', discrepancy.canAccept, 'Accept payment'],
    ['refund', discrepancy.canRefund, 'Refund payment'],
    ['dismiss', discrepancy.canDismiss, 'Not our payment'],
  ]
  const offered = may('money.refund') ? decisions.filter(([, isOffered]) => isOffered) : []
  return (
    <li className="grid gap-1.5 border-line border-b py-4 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <h3 className="min-w-0 break-words text-body">{reported}</h3>
        <Tag tone={tone}>{word}</Tag>
      </div>
      <p>{reasonWords(discrepancy)}</p>
      <p className="break-words text-muted text-small">
        <OrderOf discrepancy={discrepancy} /> Found {officeMoment(discrepancy.foundAt)}.
        {discrepancy.providerTransactionId && ` Provider reference: ${discrepancy.providerTransactionId}.`}
      </p>
      {discrepancy.note && (
        <p className="break-words text-muted text-small">
          {discrepancy.note} Decided by {byWords(discrepancy.decidedBy, me.id)},{' '}
          {officeMoment(discrepancy.updatedAt)}.
        </p>
      )}
      {offered.length > 0 && (
        <div className="mt-1 flex flex-wrap gap-3">
          {offered.map(([decision, , label]) => (
            <Button
              key={decision}
              size="compact"
              aria-label={`${label}: ${reported}`}
              onClick={() => onAsk(decision)}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </li>
  )
}

/** Links to the order, unless it is still a cart, which the office can't open. */
function OrderOf({ discrepancy: { orderId, orderNumber, orderStatus } }: { discrepancy: Discrepancy }) {
  if (orderNumber === '' || orderStatus === 'cart') return <>For a cart that hasn’t been ordered yet.</>
  if (orderStatus === 'top_up') return <>For balance top-up {orderNumber}.</>
  return (
    <>
      For{' '}
      <Link to="/office/orders/$id" params={{ id: String(orderId) }} className="link">
        order {orderNumber}
      </Link>
      .
    </>
  )
}

type DiscrepancyDecision = 'accept' | 'refund' | 'dismiss'

const DECISIONS = {
  accept: {
    route: api.acceptPaymentDiscrepancy,
    title: 'Accept this payment?',
    text: 'We’ll check with the provider again. If the order’s total is still this amount, the order counts as paid.',
    submit: 'Accept payment',
    done: 'Payment accepted',
    isDanger: false,
  },
  refund: {
    route: api.refundPaymentDiscrepancy,
    title: 'Refund payment?',
    text: 'We’ll refund the original payment method. A large refund needs a second person’s approval.',
    submit: 'Refund payment',
    done: 'Refund started',
    isDanger: true,
  },
  dismiss: {
    route: api.dismissPaymentDiscrepancy,
    title: 'Not our payment?',
    text: 'We won’t record or refund anything. This closes the discrepancy.',
    submit: 'Close discrepancy',
    done: 'Discrepancy closed',
    isDanger: false,
  },
} as const

type DiscrepancyDialogProps = {
  discrepancy: Discrepancy
  decision: DiscrepancyDecision
  onClose: () => void
  onChanged: () => void
}

/** Asks for a decision and its reason. */
function DiscrepancyDialog({ discrepancy, decision, onClose, onChanged }: DiscrepancyDialogProps) {
  const { route, text, ...words } = DECISIONS[decision]
  return (
    <ReasonDialog
      {...words}
      lead={
        <>
          <p>
            {reportedWords(discrepancy)}. {reasonWords(discrepancy)}
          </p>
          <p>{text}</p>
        </>
      }
      label="What did you find out?"
      name="note"
      hint="Kept in the audit log."
      maxLength={200}
      decide={(note, idempotencyKey) =>
        call(route, { params: { id: discrepancy.id }, body: { note }, idempotencyKey })
      }
      onClose={onClose}
      onChanged={onChanged}
    />
  )
}

const DISCREPANCY_STATE_WORDS: Readonly<Record<DiscrepancyState, { word: string; tone: TagTone }>> = {
  open: { word: 'Open', tone: 'warn' },
  accepted: { word: 'Accepted', tone: 'good' },
  giving_back: { word: 'Refund in progress', tone: 'wait' },
  given_back: { word: 'Refunded', tone: 'plain' },
  dismissed: { word: 'Not our payment', tone: 'plain' },
  cleared: { word: 'Cleared automatically', tone: 'plain' },
}

/** `$10.00 by card ending in 9990`, as the provider reports it. */
function reportedWords({ amountCents, currency, methodCode, maskedAccount }: Discrepancy): string {
  const amount =
    amountCents === null
      ? 'An unreadable amount'
      : currency === '' || currency === 'USD'
        ? formatCents(amountCents)
        : `${(amountCents / 100).toFixed(2)} ${currency}`
  return `${amount} ${paidBy({ methodCode, maskedAccount })}`
}

/** Why the payment doesn't fit, in a sentence. */
function reasonWords({ reason, expectedCents }: Pick<Discrepancy, 'reason' | 'expectedCents'>): string {
  return `${DISCREPANCY_WORDS[reason]}. We asked for ${formatCents(expectedCents)}.`
}
