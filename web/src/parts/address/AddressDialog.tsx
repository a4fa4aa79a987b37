import { Suspense } from 'react'
import { Modal } from '../Modal.tsx'
import { Spinner } from '../Spinner.tsx'
import { AddressForm, type AddressFormProps } from './AddressForm.tsx'

type AddressDialogProps = Omit<AddressFormProps, 'onCancel'> & { onClose: () => void }

/** The address form in a dialog. A press beside it does not lose what was typed. Load it lazily. */
export function AddressDialog({ address, onSaved, onClose }: AddressDialogProps) {
  return (
    <Modal
      isOpen
      onClose={onClose}
      isDismissable={false}
      title={address ? 'Change this address' : 'Add an address'}
    >
      <div className="mt-5">
        <Suspense fallback={<Spinner className="py-12" />}>
          <AddressForm
            address={address}
            onCancel={onClose}
            onSaved={(saved) => {
              onSaved(saved)
              onClose()
            }}
          />
        </Suspense>
      </div>
    </Modal>
  )
}
