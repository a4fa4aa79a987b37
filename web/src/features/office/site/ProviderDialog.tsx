import { api } from '@laurel/contract/routes'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { Switch } from '../../../parts/Checkbox.tsx'
import { TextArea, TextField } from '../../../parts/TextField.tsx'
import { OfficeDrawer } from '../OfficeDialog.tsx'
import { useSave } from '../office-mutations.ts'
import type { SitePaymentProvider } from './site.queries.ts'

type Line = { label: string; value: string }

/** One payment method. Empty fields keep the saved secrets, which are never shown. */
export function ProviderDialog({
  provider,
  onClose,
}: {
  provider: SitePaymentProvider
  onClose: () => void
}) {
  const [draft, setDraft] = useState({
    title: provider.title,
    instructions: provider.instructions,
    enabled: provider.enabled,
  })
  const [merchant, setMerchant] = useState({ merchantId: provider.merchantId ?? '', userId: '', pin: '' })
  const [lines, setLines] = useState<Line[]>(provider.lines ?? [])
  const isHosted = provider.lines === null
  const isMerchantTouched =
    merchant.merchantId !== (provider.merchantId ?? '') || merchant.userId !== '' || merchant.pin !== ''
  const save = useSave({
    save: () =>
      call(api.patchPaymentProvider, {
        params: { id: provider.id },
        body: {
          seenVersion: provider.version,
          ...draft,
          ...(isHosted ? isMerchantTouched && { merchant } : { lines }),
        },
      }),
    done: 'Saved',
    onDone: onClose,
  })
  const kept = provider.isSetUp ? 'Saved. Enter a new one to replace it.' : ''
  return (
    <OfficeDrawer title={`Edit ${provider.title}`} submit="Save" request={save} onClose={onClose}>
      <Switch
        isSelected={draft.enabled}
        onChange={(enabled) => setDraft((before) => ({ ...before, enabled }))}
      >
        Offer this payment method
      </Switch>
      <TextField
        label="Title"
        name="title"
        value={draft.title}
        onChange={(title) => setDraft((before) => ({ ...before, title }))}
        maxLength={60}
        isRequired
      />
      <TextArea
        label="Instructions for customers"
        name="instructions"
        value={draft.instructions}
        onChange={(instructions) => setDraft((before) => ({ ...before, instructions }))}
        rows={3}
        maxLength={500}
      />
      {isHosted ? (
        <fieldset className="grid gap-4">
          <legend className="mb-2 font-medium text-label">Merchant account at Converge</legend>
          <TextField
            label="Merchant ID"
            name="merchant.merchantId"
            value={merchant.merchantId}
            onChange={(merchantId) => setMerchant((before) => ({ ...before, merchantId }))}
            maxLength={60}
            autoComplete="off"
          />
          <TextField
            label="User ID"
            name="merchant.userId"
            hint={kept}
            value={merchant.userId}
            onChange={(userId) => setMerchant((before) => ({ ...before, userId }))}
            maxLength={60}
            autoComplete="off"
          />
          <TextField
            label="PIN"
            name="merchant.pin"
            type="password"
            hint={kept}
            value={merchant.pin}
            onChange={(pin) => setMerchant((before) => ({ ...before, pin }))}
            maxLength={200}
            autoComplete="new-password"
          />
        </fieldset>
      ) : (
        <RemitLines lines={lines} onChange={setLines} />
      )}
    </OfficeDrawer>
  )
}

function RemitLines({ lines, onChange }: { lines: readonly Line[]; onChange: (lines: Line[]) => void }) {
  const change = (at: number, changed: Partial<Line>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...changed } : line)))
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 font-medium text-label">Payment instructions</legend>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no IDs and stay in place
        <div key={index} className="grid gap-3 border-line border-s-2 ps-4">
          <TextField
            label="Label"
            placeholder="Payable to"
            name={`lines.${index}.label`}
            value={line.label}
            onChange={(label) => change(index, { label })}
            maxLength={60}
          />
          <TextField
            label="Text"
            name={`lines.${index}.value`}
            value={line.value}
            onChange={(value) => change(index, { value })}
            maxLength={200}
          />
          <div>
            <Button
              size="compact"
              aria-label={`Remove ${line.label || `line ${index + 1}`}`}
              onClick={() => onChange(lines.filter((_, at) => at !== index))}
            >
              Remove
            </Button>
          </div>
        </div>
      ))}
      {lines.length < 12 && (
        <div>
          <Button size="compact" onClick={() => onChange([...lines, { label: '', value: '' }])}>
            Add line
          </Button>
        </div>
      )}
    </fieldset>
  )
}
