import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { plural } from '../../../parts/format.ts'
import { RadioChoice } from '../../../parts/RadioChoice.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { useDecision } from '../use-decision.ts'
import type { CarrierName } from './CarrierSelect.tsx'
import { type Batch, fulfillmentQueries } from './fulfillment.queries.ts'

type BuyLabelsDialogProps = {
  batch: Batch
  carrier: CarrierName
  onClose: () => void
  onChanged: () => void
}

/** Buys what is still missing, once; for a parcel one chooses how it travels. */
export function BuyLabelsDialog({ batch, carrier, onClose, onChanged }: BuyLabelsDialogProps) {
  const [service, setService] = useState<string | null>(null)
  const isBulk = batch.kind === 'bulk'
  const { data } = useQuery(fulfillmentQueries.rates(batch.id))
  const buy = useDecision({
    decide: (idempotencyKey) =>
      call(api.buyLabels, {
        params: { id: batch.id },
        body: { seenStatus: batch.status, ...(service && { service }) },
        idempotencyKey,
      }),
    done: 'The labels are being bought',
    onClose,
    onChanged,
  })
  return (
    <OfficeDialog
      title={`Buy labels from ${carrier}?`}
      lead={
        <p>
          {plural(batch.withoutLabelCount, isBulk ? 'parcel' : 'letter')} without a label. Each gets one, and
          the account pays for it.
        </p>
      }
      submit="Buy labels"
      isPending={buy.isPending}
      problem={buy.error}
      onSubmit={() => buy.mutate()}
      onClose={onClose}
    >
      {isBulk && data && data.rates.length > 0 && (
        <RadioChoice
          label="How it travels"
          value={service}
          onChange={setService}
          options={data.rates.map((rate) => ({
            value: rate.service,
            title: rate.service,
            detail: rate.days === null ? undefined : plural(rate.days, 'day'),
            aside: formatCents(rate.priceCents),
          }))}
        />
      )}
      {!isBulk && data && data.rates.length > 0 && (
        <ul aria-label="What one costs" className="grid gap-1 text-small">
          {data.rates.map(({ service: name, priceCents }) => (
            <li key={name} className="flex justify-between gap-3">
              <span>{name}</span>
              <span>{formatCents(priceCents)} each</span>
            </li>
          ))}
        </ul>
      )}
      {data?.note && <p className="text-muted text-small">{data.note}</p>}
      {isBulk && <p className="text-muted text-small">With nothing chosen, it travels as the order asked.</p>}
    </OfficeDialog>
  )
}
