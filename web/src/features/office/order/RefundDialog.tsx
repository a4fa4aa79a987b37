import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import type { OrderMoney } from '../office.queries.ts'
import { useDecision } from '../use-decision.ts'
import { paidBy, wayBack } from './money-words.ts'

type RefundDialogProps = {
  payment: OrderMoney['payments'][number]
  /** What came in beyond what the order costs: that much is proposed. */
  surplusCents: number
  /** Why not all of it can go back; empty while all can. */
  limit: string
  twoPeopleAboveCents: number
  onClose: () => void
  onChanged: (cause: unknown) => void
}

/** Gives some or all of a payment back to where it came from. */
export function RefundDialog({
  payment,
  surplusCents,
  limit,
  twoPeopleAboveCents,
  onClose,
  onChanged,
}: RefundDialogProps) {
  const left = payment.refundableCents
  const isSurplus = surplusCents > 0 && surplusCents < left
  const [cents, setCents] = useState<number | null>(isSurplus ? surplusCents : left)
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>()
  const refund = useDecision({
    decide: (idempotencyKey) =>
      call(api.askRefund, {
        body: { paymentId: payment.id, amountCents: cents ?? 0, reason: reason.trim() },
        idempotencyKey,
      }),
    done: ({ state }) =>
      state === 'asked' ? 'A second person must agree to the refund' : 'The refund is under way',
    onClose,
    onChanged,
  })
  const isWithin = cents !== null && cents > 0 && cents <= left

  function submit() {
    refund.reset()
    const found = {
      ...(!isWithin && { amountCents: `Between $0.01 and ${formatCents(left)}.` }),
      ...(reason.trim() === '' && { reason: FIELD_REQUIRED }),
    }
    setErrors(found)
    if (Object.keys(found).length === 0) refund.mutate()
  }

  return (
    <OfficeDialog
      title="Refund this payment"
      lead={
        <p>
          {formatCents(left)} of {formatCents(payment.receivedCents)} paid {paidBy(payment)} can still be
          refunded. {isSurplus && `${formatCents(surplusCents)} is more than the order costs. `}
          {limit}
        </p>
      }
      submit={isWithin ? `Refund ${formatCents(cents)}` : 'Refund'}
      isPending={refund.isPending}
      problem={refund.error}
      errors={errors}
      onSubmit={submit}
      onClose={onClose}
    >
      <MoneyField
        label="Amount"
        name="amountCents"
        cents={cents}
        onChangeCents={setCents}
        minCents={1}
        maxCents={left}
        error={errors?.amountCents}
        isRequired
      />
      <TextField
        label="Reason"
        name="reason"
        value={reason}
        onChange={setReason}
        maxLength={200}
        isRequired
      />
      {isWithin && (
        <p className="rounded-control bg-canvas px-4 py-3.5">
          {wayBack(payment, cents)} {!(isSurplus && cents <= surplusCents) && cardsWords(cents === left)}{' '}
          Above {formatCents(twoPeopleAboveCents)} for one order, a second person must agree first.
        </p>
      )}
    </OfficeDialog>
  )
}

/** What becomes of the cards: nothing stays with people that is not paid for. */
function cardsWords(isAll: boolean): string {
  return isAll
    ? 'Cards under way that nobody has claimed are canceled, and the order is held.'
    : 'When less stays than the cards are worth, the order is held.'
}
