import { api } from '@laurel/contract/routes'
import type { BatchKind } from '@laurel/domain/batch-status'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { TextField } from '../../../parts/TextField.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { useDecision } from '../use-decision.ts'
import { letterName } from './batch-words.ts'
import { type CarrierName, CarrierSelect } from './CarrierSelect.tsx'
import type { Letter } from './fulfillment.queries.ts'

type TrackingDialogProps = { letter: Letter; kind: BatchKind; onClose: () => void; onChanged: () => void }

/** The tracking number of one letter or parcel, typed by hand. */
export function TrackingDialog({ letter, kind, onClose, onChanged }: TrackingDialogProps) {
  const usual = kind === 'bulk' ? 'UPS' : 'USPS'
  const [carrier, setCarrier] = useState<CarrierName>(
    letter.carrier === 'UPS' || letter.carrier === 'USPS' ? letter.carrier : usual,
  )
  const [number, setNumber] = useState(letter.trackingNumber)
  const track = useDecision({
    decide: () =>
      call(api.setDeliveryTracking, {
        params: { id: letter.id },
        body: { carrier, trackingNumber: number.trim() },
      }),
    done: number.trim() === '' ? 'The tracking number is taken away' : 'The tracking number is kept',
    onClose,
    onChanged,
  })
  return (
    <OfficeDialog
      title={`Tracking number of ${letterName(letter)}`}
      lead={<p>{letter.reference}. Left empty, the number is taken away.</p>}
      submit="Save"
      isPending={track.isPending}
      problem={track.error}
      onSubmit={() => track.mutate()}
      onClose={onClose}
    >
      <CarrierSelect value={carrier} onChange={setCarrier} />
      <TextField
        label="Tracking number"
        name="trackingNumber"
        value={number}
        onChange={setNumber}
        maxLength={60}
        autoComplete="off"
      />
    </OfficeDialog>
  )
}
