import { api } from '@laurel/contract/routes'
import { call } from '../../../app/call.ts'
import { ReasonDialog } from '../OfficeDialog.tsx'
import { letterName } from './batch-words.ts'
import type { Letter } from './fulfillment.queries.ts'

type VoidDialogProps = { letter: Letter; onClose: () => void; onChanged: () => void }

export function VoidDialog({ letter, onClose, onChanged }: VoidDialogProps) {
  const { shipment } = letter
  if (!shipment) return null
  return (
    <ReasonDialog
      title={`Void the label of ${letterName(letter)}?`}
      lead={
        <p>
          {shipment.status === 'unknown'
            ? `Nobody knows whether ${shipment.carrier} made it. Look in the carrier’s own books first: here it is only written off.`
            : `It is given back to ${shipment.carrier} and cannot be used any more.`}
        </p>
      }
      submit="Void the label"
      isDanger
      hint="Kept in the audit log."
      maxLength={200}
      decide={(reason) => call(api.voidShipment, { params: { id: shipment.id }, body: { reason } })}
      done="The label is void"
      onClose={onClose}
      onChanged={onChanged}
    />
  )
}
