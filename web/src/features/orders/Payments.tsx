import { formatCents } from '@laurel/domain/money'
import { moment } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { PAYMENT_METHODS } from '../../parts/payment-methods.ts'
import { Tag } from '../../parts/Tag.tsx'
import { type Payment, paymentWord } from './payment-words.ts'

type PaymentsProps = { payments: readonly Payment[]; poNumber: string }

/** Every attempt to pay the order, the latest first. */
export function Payments({ payments, poNumber }: PaymentsProps) {
  return (
    <section className="mt-12" aria-labelledby="how-it-is-paid">
      <h2 id="how-it-is-paid">Payment</h2>
      {poNumber && <p className="mt-1.5 break-words text-muted">Your PO number: {poNumber}</p>}
      <ul className="mt-1">
        {payments.toReversed().map((payment) => (
          <li key={payment.id} className="flex gap-4 border-line border-b py-5 last:border-0">
            <PaymentLine payment={payment} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PaymentLine({ payment }: { payment: Payment }) {
  const { title, icon } = PAYMENT_METHODS[payment.methodCode]
  const { tone, word } = paymentWord(payment)
  return (
    <>
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-wash text-accent-text">
        <Icon of={icon} size={22} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3>{title}</h3>
          <Tag tone={tone}>{word}</Tag>
        </div>
        <p className="text-muted text-small">
          {[payment.maskedAccount, moment(payment.createdAt)].filter(Boolean).join(', ')}
        </p>
        {payment.message && <p className="mt-1.5 break-words">{payment.message}</p>}
      </div>
      <b className="whitespace-nowrap font-semibold leading-[1.575rem]">{formatCents(payment.amountCents)}</b>
    </>
  )
}
