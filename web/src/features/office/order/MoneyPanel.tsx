import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { accountWords, moneyEventWords, PAYMENT_STATE_WORDS } from '@laurel/domain/money-words'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiProblem, fieldErrors } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { missing } from '../../../parts/Form.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { type OrderMoney, refreshOffice, useMay } from '../office.queries.ts'
import { useDecision } from '../office-mutations.ts'
import { calendarDay, officeMoment } from '../times.ts'
import { PAYMENT_STATE_TONES, paidBy, paymentDetail, surplusCents, wayBack } from './money-words.ts'
import { RefundLine } from './RefundLine.tsx'

type MoneyPanelProps = { money: OrderMoney; onChanged: (cause: unknown) => void }

/** An order's money: price, payments, refunds, and a ledger that balances. */
export function MoneyPanel({ money, onChanged }: MoneyPanelProps) {
  const [refundOf, setRefundOf] = useState<number>()
  const may = useMay()
  const payment = money.payments.find(({ id }) => id === refundOf)
  const isUndone = money.receivedPayments.some(({ reversedAt }) => reversedAt !== null)
  return (
    <section aria-labelledby="money" className="grid gap-6">
      <Sums money={money} />
      <Part title="Payments" isEmpty={money.payments.length === 0}>
        {money.payments.map((one) => (
          <Line
            key={one.id}
            title={`${formatCents(one.amountCents)} ${paidBy(one)}`}
            tag={<Tag tone={PAYMENT_STATE_TONES[one.state]}>{PAYMENT_STATE_WORDS[one.state]}</Tag>}
            detail={[officeMoment(one.paidAt ?? one.createdAt), paymentDetail(one, isUndone)]
              .filter(Boolean)
              .join('. ')}
          >
            {one.refundableCents > 0 && may('money.refund') && (
              <Button size="compact" onClick={() => setRefundOf(one.id)}>
                Refund
              </Button>
            )}
          </Line>
        ))}
        {money.refundLimit && !payment && <li className="pt-3 text-muted text-small">{money.refundLimit}</li>}
      </Part>
      <Part title="Checks and transfers" isEmpty={money.receivedPayments.length === 0}>
        {money.receivedPayments.map((one) => (
          <Line
            key={one.id}
            title={`${formatCents(one.amountCents)}, ${one.payer || 'payer not named'}`}
            tag={one.reversedAt && <Tag tone="bad">Undone</Tag>}
            detail={[calendarDay(one.receivedOn), one.documentNumber, one.reversedReason]
              .filter(Boolean)
              .join(', ')}
          />
        ))}
      </Part>
      <Part title="Refunds" isEmpty={money.refunds.length === 0}>
        {money.refunds.map((one) => (
          <RefundLine key={one.id} refund={one} onChanged={onChanged} />
        ))}
      </Part>
      <Ledger lines={money.ledger} />
      {payment && (
        <RefundDialog
          payment={payment}
          surplusCents={surplusCents(money)}
          limit={money.refundLimit}
          twoPeopleAboveCents={money.twoPeopleAboveCents}
          onClose={() => setRefundOf(undefined)}
          onChanged={onChanged}
        />
      )}
    </section>
  )
}

function Sums({ money }: { money: OrderMoney }) {
  const { totalCents, receivedCents, refundedCents, owedCents } = money
  // The order's own refunds are what its status and all reports count.
  const ofDiscrepancies = money.refunds
    .filter(({ state, discrepancyId }) => state === 'done' && discrepancyId !== null)
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  return (
    <div>
      <h2 id="money" className="text-h3">
        Money
      </h2>
      <dl className="mt-3 grid gap-2">
        <Sum label="Card value" cents={money.valueCents} />
        <Sum label="Card fees" cents={money.feesCents} />
        <Sum label="Shipping" cents={money.deliveryCents} atZero="Free" />
        <div className="flex justify-between gap-4 border-line border-t pt-2 font-medium">
          <dt>Total</dt>
          <dd>{formatCents(totalCents)}</dd>
        </div>
        <Sum label="Received" cents={receivedCents + refundedCents + ofDiscrepancies} />
        {refundedCents > 0 && <Sum label="Refunded" cents={-refundedCents} />}
        {ofDiscrepancies > 0 && <Sum label="Discrepancies refunded" cents={-ofDiscrepancies} />}
        <div className="mt-1 flex items-baseline justify-between gap-4 border-line border-t pt-3.5 font-semibold">
          <dt>{owedCents < 0 ? 'Owed to the customer' : 'Outstanding'}</dt>
          <dd className={`text-figure ${owedCents < 0 ? 'text-bad' : ''}`}>
            {formatCents(Math.abs(owedCents))}
          </dd>
        </div>
      </dl>
    </div>
  )
}

function Sum({ label, cents, atZero }: { label: string; cents: number; atZero?: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{label}</dt>
      <dd>{cents === 0 && atZero ? atZero : formatCents(cents)}</dd>
    </div>
  )
}

function Part({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  if (isEmpty) return null
  return (
    <div>
      <h3 className="text-label text-muted">{title}</h3>
      <ul>{children}</ul>
    </div>
  )
}

type LineProps = { title: string; tag?: ReactNode; detail: string; children?: ReactNode }

function Line({ title, tag, detail, children }: LineProps) {
  return (
    <li className="grid gap-1 border-line border-b py-3 last:border-b-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
        <span className="font-medium">{title}</span>
        {tag}
      </div>
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 break-words text-muted text-small">{detail}</span>
        {children}
      </div>
    </li>
  )
}

type Lines = OrderMoney['ledger']

/** The order's ledger. A sum other than zero is shown in red. */
function Ledger({ lines }: { lines: Lines }) {
  if (lines.length === 0) return null
  const sum = lines.reduce((all, { cents }) => all + cents, 0)
  return (
    <details className="group">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3 text-label">
        <span className="flex items-center gap-1.5">
          <Icon
            of={ChevronRight}
            size={18}
            className="transition-transform duration-(--fast) group-open:rotate-90"
          />
          Ledger
        </span>
        <span className={sum === 0 ? 'text-good' : 'text-bad'}>
          {sum === 0 ? 'Balanced' : `Out of balance by ${formatCents(sum)}`}
        </span>
      </summary>
      <Table
        aria-label="Ledger"
        className="text-small"
        columns={['What', 'Account', { title: 'Amount', isNumber: true }]}
      >
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the ledger is append-only
          <tr key={index}>
            <Cell className="py-2!">
              {moneyEventWords(line.event)}
              <time dateTime={line.at} className="block text-muted">
                {officeMoment(line.at)}
              </time>
            </Cell>
            <Cell className="py-2!">{accountWords(line.account)}</Cell>
            <Cell isNumber className="py-2!">
              {formatCents(line.cents)}
            </Cell>
          </tr>
        ))}
      </Table>
    </details>
  )
}

type RefundDialogProps = {
  payment: OrderMoney['payments'][number]
  /** The surplus over the order's price, proposed as the amount. */
  surplusCents: number
  /** Why the payment can't be refunded in full; '' if it can. */
  limit: string
  twoPeopleAboveCents: number
  onClose: () => void
  onChanged: (cause: unknown) => void
}

/** Refunds some or all of a payment to its source. */
function RefundDialog({
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
  const queryClient = useQueryClient()
  const refund = useDecision({
    decide: async (idempotencyKey) => {
      const body = { paymentId: payment.id, amountCents: cents ?? 0, reason: reason.trim() }
      try {
        return await call(api.askRefund, { body, idempotencyKey })
      } catch (cause) {
        if (isTooMuch(cause)) await refreshOffice(queryClient)
        throw cause
      }
    },
    done: ({ state }) => (state === 'asked' ? 'A second person must approve the refund' : 'Refund started'),
    onClose,
    onChanged,
  })
  const isWithin = cents !== null && cents > 0 && cents <= left
  const isOver = isTooMuch(refund.error)
  // If a claimed card or another refund lowers the limit, propose what is left.
  useEffect(() => {
    if (isOver) setCents((asked) => (asked === null ? asked : Math.min(asked, left)))
  }, [isOver, left])

  return (
    <OfficeDialog
      title="Refund payment"
      lead={
        <p>
          {formatCents(left)} of {formatCents(payment.receivedCents)} paid {paidBy(payment)} can still be
          refunded. {isSurplus && `${formatCents(surplusCents)} is more than the order costs. `}
          {!isOver && limit}
        </p>
      }
      submit={isWithin ? `Refund ${formatCents(cents)}` : 'Refund'}
      request={refund}
      check={() => ({
        ...(!isWithin && { amountCents: `Enter an amount between $0.01 and ${formatCents(left)}.` }),
        ...missing({ reason }),
      })}
      errorsOf={tooMuch}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <MoneyField
            label="Amount"
            name="amountCents"
            cents={cents}
            onChangeCents={setCents}
            minCents={1}
            maxCents={left}
            error={errors.amountCents}
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
              Above {formatCents(twoPeopleAboveCents)} for one order, a second person must approve it first.
            </p>
          )}
        </>
      )}
    </OfficeDialog>
  )
}

/** True if less can be refunded than when the dialog was opened. */
function isTooMuch(problem: unknown): problem is ApiProblem {
  return problem instanceof ApiProblem && ['refund_cards_out', 'refund_too_large'].includes(problem.code)
}

function tooMuch(problem: unknown): Record<string, string> {
  return isTooMuch(problem) ? { amountCents: problem.message } : fieldErrors(problem)
}

/** What happens to the cards that are no longer paid for. */
function cardsWords(isAll: boolean): string {
  return isAll
    ? 'Unclaimed cards in transit are canceled, and the order is put on hold.'
    : 'If the remaining payment doesn’t cover the cards, the order is put on hold.'
}
