import { Copy } from 'lucide-react'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { Icon } from '../../parts/Icon.tsx'
import { PaperButton } from '../../parts/PaperButton.tsx'
import type { Payment } from './payment-words.ts'

type RemittanceProps = {
  order: Order
  payment: Payment
  remittance: NonNullable<Payment['remittance']>
}

/** Where the money goes and what to quote, until it has arrived. */
export function Remittance({ order, payment, remittance }: RemittanceProps) {
  const { reference, lines, note } = remittance
  return (
    <section className="mt-10 rounded-panel bg-canvas p-8 narrow:p-6" aria-labelledby="how-to-pay">
      <h2 id="how-to-pay" className="text-h3">
        {payment.methodCode === 'self_hosted_check' ? 'Send your check' : 'Make your transfer'}
      </h2>
      {note && <p className="mt-1.5 max-w-[60ch] text-muted">{note}</p>}
      {payment.message && <p className="mt-3 font-medium">{payment.message}</p>}
      <dl className="mt-5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-8 gap-y-2.5 narrow:grid-cols-1 narrow:gap-y-0">
        {lines.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-muted narrow:mt-3 narrow:text-small">{label}</dt>
            <dd className={`break-words ${value === reference ? 'font-semibold' : ''}`}>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="not-printed mt-6 flex flex-wrap gap-3">
        <Button onClick={() => copyReference(reference)}>
          <Icon of={Copy} size={18} />
          Copy the reference
        </Button>
        <PaperButton order={order} paper="slip" />
      </div>
    </section>
  )
}

/** A laptop's own address in the office network has no clipboard; the reference stands above to be read. */
async function copyReference(reference: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(reference)
    showToast({ title: 'Reference copied', text: reference })
  } catch {
    showToast({ tone: 'bad', title: 'This browser does not copy', text: `The reference is ${reference}.` })
  }
}
