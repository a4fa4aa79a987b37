import { api } from '@laurel/contract/routes'
import { formatDollars } from '@laurel/domain/money'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { NumberField } from '../../../parts/NumberField.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { useSave } from '../office-mutations.ts'
import type { OfficeCompany } from './companies.queries.ts'

/** What a company may order, below the site's limits. */
export function LimitsDialog({
  company: { id, limits },
  onClose,
}: {
  company: OfficeCompany
  onClose: () => void
}) {
  const [maxOrderCents, setMaxOrderCents] = useState(limits.maxOrderCents)
  const [maxOrdersPerDay, setMaxOrdersPerDay] = useState(limits.maxOrdersPerDay)
  const save = useSave({
    save: () => call(api.patchCompanyLimits, { params: { id }, body: { maxOrderCents, maxOrdersPerDay } }),
    done: 'Limits saved',
    onDone: onClose,
  })
  return (
    <OfficeDialog
      title="Limit this company’s orders"
      lead={<p>If blank, only the site’s limits apply.</p>}
      submit="Save limits"
      request={save}
      onClose={onClose}
    >
      {(errors) => (
        <div className="grid gap-4">
          <MoneyField
            label="Highest order total"
            name="max_order_cents"
            hint={`The site’s limit is ${formatDollars(limits.siteMaxOrderCents)}.`}
            cents={maxOrderCents}
            onChangeCents={setMaxOrderCents}
            error={errors.max_order_cents}
          />
          <NumberField
            label="Orders in 24 hours"
            name="max_orders_per_day"
            minValue={1}
            maxValue={100_000}
            value={maxOrdersPerDay ?? Number.NaN}
            onChange={(value) => setMaxOrdersPerDay(Number.isNaN(value) ? null : value)}
            error={errors.max_orders_per_day}
          />
        </div>
      )}
    </OfficeDialog>
  )
}
