import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { ProviderDialog } from './ProviderDialog.tsx'
import type { OfficeSite, PaymentProvider } from './site.queries.ts'

const METHODS: Readonly<Record<PaymentProvider['methodCode'], string>> = {
  elavon_cc: 'Card, by Converge',
  elavon_ach: 'Bank account (ACH), by Converge',
  self_hosted_check: 'Check',
  self_hosted_bank: 'Bank transfer',
}

/** The ways to pay, in the order customers see them. */
export function PaymentsPart({ site }: { site: OfficeSite }) {
  const [open, setOpen] = useState<PaymentProvider>()
  return (
    <>
      <ul className="max-w-[760px] border-line border-t">
        {site.paymentProviders.map((provider) => (
          <li
            key={provider.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-2 border-line border-b py-4"
          >
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <b className="font-semibold">{provider.title}</b>
                <State provider={provider} />
              </p>
              <p className="text-muted text-small">
                {METHODS[provider.methodCode]}
                {provider.merchantId && `, merchant ${provider.merchantId}`}
              </p>
            </div>
            <Button size="compact" aria-label={`Edit ${provider.title}`} onClick={() => setOpen(provider)}>
              Edit
            </Button>
          </li>
        ))}
      </ul>
      {open && <ProviderDialog provider={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

function State({ provider: { enabled, isSetUp } }: { provider: PaymentProvider }) {
  if (!isSetUp) return <Tag tone="warn">Not set up</Tag>
  return enabled ? <Tag tone="good">Offered</Tag> : <Tag>Switched off</Tag>
}
