import { formatCents } from '@laurel/domain/money'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { type OrderMoney, useMay } from '../office.queries.ts'
import { calendarDay, moment } from '../times.ts'
import { Ledger } from './Ledger.tsx'
import { PAYMENT_STATE_WORDS, paidBy, paymentDetail, surplusCents } from './money-words.ts'
import { RefundDialog } from './RefundDialog.tsx'
import { RefundLine } from './RefundLine.tsx'

type MoneyPanelProps = { money: OrderMoney; onChanged: (cause: unknown) => void }

/** Everything about an order's money: what it costs, what came, what went back, and that it balances. */
export function MoneyPanel({ money, onChanged }: MoneyPanelProps) {
  const [refundOf, setRefundOf] = useState<number>()
  const may = useMay()
  const payment = money.payments.find(({ id }) => id === refundOf)
  return (
    <section aria-labelledby="money" className="grid gap-6">
      <Sums money={money} />
      <Part title="Payments" isEmpty={money.payments.length === 0}>
        {money.payments.map((one) => (
          <Line
            key={one.id}
            title={`${formatCents(one.amountCents)} ${paidBy(one)}`}
            tag={<Tag tone={PAYMENT_STATE_WORDS[one.state].tone}>{PAYMENT_STATE_WORDS[one.state].word}</Tag>}
            detail={[moment(one.createdAt), paymentDetail(one)].filter(Boolean).join('. ')}
          >
            {one.refundableCents > 0 && may('money.refund') && (
              <Button size="compact" onClick={() => setRefundOf(one.id)}>
                Refund
              </Button>
            )}
          </Line>
        ))}
        {money.refundLimit && <li className="pt-3 text-muted text-small">{money.refundLimit}</li>}
      </Part>
      <Part title="Checks and transfers" isEmpty={money.funds.length === 0}>
        {money.funds.map((one) => (
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
        <Sum label="Received" cents={receivedCents + refundedCents} />
        {refundedCents > 0 && <Sum label="Refunded" cents={-refundedCents} />}
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
