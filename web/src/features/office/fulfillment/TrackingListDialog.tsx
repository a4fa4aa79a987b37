import { api } from '@laurel/contract/routes'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useState } from 'react'
import { ApiProblem } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { plural } from '../../../parts/format.ts'
import { TextArea } from '../../../parts/TextArea.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { useDecision } from '../use-decision.ts'
import { type CarrierName, CarrierSelect } from './CarrierSelect.tsx'
import type { Batch } from './fulfillment.queries.ts'

type TrackingListDialogProps = { batch: Batch; onClose: () => void; onChanged: () => void }

/** A list of references and tracking numbers: taken whole, or not at all. */
export function TrackingListDialog({ batch, onClose, onChanged }: TrackingListDialogProps) {
  const [carrier, setCarrier] = useState<CarrierName>(batch.kind === 'bulk' ? 'UPS' : 'USPS')
  const [lines, setLines] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>()
  const track = useDecision({
    decide: () => call(api.setBatchTracking, { params: { id: batch.id }, body: { carrier, lines } }),
    done: ({ updated }) => `${plural(updated, 'tracking number')} taken`,
    onClose,
    onChanged,
  })
  // The first stands at the field.
  const further = track.error instanceof ApiProblem ? track.error.errors.slice(1) : []

  function submit() {
    track.reset()
    const isEmpty = lines.trim() === ''
    setErrors(isEmpty ? { lines: FIELD_REQUIRED } : {})
    if (!isEmpty) track.mutate()
  }

  return (
    <OfficeDialog
      title="Paste tracking numbers"
      lead={<p>All lines are taken, or none.</p>}
      submit="Take them"
      isPending={track.isPending}
      problem={track.error}
      errors={errors}
      onSubmit={submit}
      onClose={onClose}
    >
      <CarrierSelect value={carrier} onChange={setCarrier} />
      <TextArea
        label="Lines"
        name="lines"
        hint="A reference and a number in each line, as in the manifest: D-17, 9400111899223197428490"
        value={lines}
        onChange={setLines}
        rows={7}
        isRequired
      />
      {further.length > 0 && (
        <ul className="grid gap-1 text-bad text-small">
          {further.map(({ code, message }) => (
            <li key={code}>{message}</li>
          ))}
        </ul>
      )}
    </OfficeDialog>
  )
}
