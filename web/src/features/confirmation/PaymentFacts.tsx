import { Printer } from 'lucide-react'
import { Button } from '../../parts/Button.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { moment } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Note } from '../../parts/Note.tsx'
import { OrderPapers } from '../../parts/OrderPapers.tsx'
import { PAYMENT_METHODS } from '../../parts/payment-methods.ts'
import { Facts } from './Facts.tsx'
import type { Payment } from './outcome.ts'
import { accountEnding, type ReturnedValues } from './returned-values.ts'

type PaymentFactsProps = { order: Order; payment: Payment | undefined; returned: ReturnedValues }

/** How it was paid. Account and answer are the server's; what the browser brought back fills a gap. */
export function PaymentFacts({ order, payment, returned }: PaymentFactsProps) {
  return (
    <section>
      <h2 className="mb-4">Payment</h2>
      <Facts
        facts={[
          { label: 'Method', value: payment ? PAYMENT_METHODS[payment.methodCode].title : '' },
          { label: 'Account', value: accountEnding(payment?.maskedAccount ?? '') || returned.account },
          { label: 'State', value: payment ? stateSentence(payment) : '' },
          { label: 'Reference', value: payment?.remittance?.reference ?? '' },
          { label: 'Order', value: order.number },
          { label: 'Placed', value: order.placedAt ? moment(order.placedAt) : '' },
          { label: 'Your PO', value: order.poNumber },
        ]}
      />
      {payment?.message && (
        <div className="mt-4">
          <Note>{payment.message}</Note>
        </div>
      )}
      <div className="not-printed mt-5 flex flex-wrap gap-3">
        <OrderPapers order={order} />
        <Button onClick={() => window.print()}>
          <Icon of={Printer} />
          Print this page
        </Button>
      </div>
    </section>
  )
}

function stateSentence({ state, methodCode, message }: Payment): string {
  switch (state) {
    case 'paid':
      return methodCode.startsWith('elavon') ? 'Accepted by the bank' : 'Received'
    case 'settled':
      return 'Received'
    case 'refunded':
      return 'Refunded'
    case 'submitted':
      if (methodCode === 'elavon_ach') return 'Clearing, which takes about 4 business days'
      if (methodCode === 'elavon_cc') return 'Being looked at'
      return message === '' ? 'Not received yet' : 'Part of it has come in'
    default:
      return ''
  }
}
