import { Copy } from 'lucide-react'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { beginsWords } from '../../parts/begins-words.ts'
import type { Order } from '../../parts/delivery-text.ts'
import { Icon } from '../../parts/Icon.tsx'
import { PaperButton } from '../../parts/PaperButton.tsx'
import { Facts } from './Facts.tsx'
import type { Payment } from './outcome.ts'

/** Where the money goes and what to quote: to copy from, or to print and mail with a check. */
export function RemittanceSlip({ order, payment }: { order: Order; payment: Payment }) {
  const { remittance, methodCode } = payment
  if (!remittance) return null
  const isCheck = methodCode === 'self_hosted_check'
  const lines = remittance.lines.filter(({ value }) => value !== remittance.reference)
  return (
    <section
      aria-labelledby="remittance"
      className="slip grid max-w-[760px] gap-6 justify-self-center rounded-panel bg-canvas p-8 w-full print:max-w-none narrow:p-6"
    >
      <div>
        <h2 id="remittance">{isCheck ? 'Mail us your check' : 'Send us the money'}</h2>
        <p className="mt-2 max-w-[60ch] text-muted">
          {isCheck
            ? 'Print this slip and mail it with your check. Write the reference on the check, so that it finds your order.'
            : 'Transfer the amount to this account and quote the reference, so that it finds your order.'}{' '}
          {beginsWords(order)} when your money arrives.
        </p>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-4 rounded-control bg-surface px-5 py-4">
        <div>
          <p className="text-label text-muted">Reference</p>
          <p className="text-figure">{remittance.reference}</p>
        </div>
        <Button className="not-printed" onClick={() => void copy(remittance.reference)}>
          <Icon of={Copy} size={18} />
          Copy the reference
        </Button>
      </div>
      <Facts facts={[...lines, { label: 'Order', value: order.number }]} />
      {remittance.note && <p className="text-muted text-small">{remittance.note}</p>}
      {payment.message && <p className="font-medium">{payment.message}</p>}
      <div className="not-printed">
        <PaperButton order={order} paper="slip" look={isCheck ? 'primary' : 'outlined'} />
      </div>
    </section>
  )
}

async function copy(reference: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(reference)
    showToast({ title: 'Copied', text: reference })
  } catch (cause) {
    console.error('Failed to copy the reference', cause)
    showToast({
      tone: 'bad',
      title: 'The browser did not let us copy',
      text: `The reference is ${reference}.`,
    })
  }
}
