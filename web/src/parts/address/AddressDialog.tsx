import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { call, freshKey } from '../../app/call.ts'
import { type Address, addressQueries } from '../../app/customer.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../Button.tsx'
import { Checkbox } from '../Checkbox.tsx'
import { Form } from '../Form.tsx'
import { Modal } from '../Modal.tsx'
import { PhoneField } from '../PhoneField.tsx'
import { Spinner } from '../Progress.tsx'
import { ShareCheckbox } from '../Sharing.tsx'
import { TextField } from '../TextField.tsx'
import { type AddressDraft, draftErrors, EMPTY_ADDRESS, tidyDraft } from './address-draft.ts'
import { CityField } from './CityField.tsx'
import { StateField, useZipWarning, ZipField, ZipWarning } from './StateAndZip.tsx'
import { type FilledAddress, StreetField } from './StreetField.tsx'
import { UseMyLocation } from './UseMyLocation.tsx'

type AddressDialogProps = Omit<AddressFormProps, 'onCancel'> & { onClose: () => void }

/** The address form in a dialog that a click outside doesn't close. Load it lazily. */
export function AddressDialog({ address, onSaved, onClose }: AddressDialogProps) {
  const i18n = useTexts()

  return (
    <Modal
      isOpen
      onClose={onClose}
      isDismissable={false}
      title={address ? i18n.t('Edit address') : i18n.t('Add an address')}
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

const PAIR = 'grid grid-cols-2 gap-4 tiny:grid-cols-1'

export type AddressFormProps = {
  /** The address to change; without it, a new one is added. */
  address?: Address | undefined
  onSaved: (address: Address) => void
  onCancel: () => void
}

/** Adds or changes an address, then reloads the address book. */
export function AddressForm({ address, onSaved, onCancel }: AddressFormProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState<AddressDraft>(() => draftOf(address))
  const [intent] = useState(freshKey)
  const warning = useZipWarning(draft.zip, draft.state)
  const saving = useMutation({
    mutationFn: (body: AddressDraft) =>
      address
        ? call(api.putAddress, { params: { id: address.id }, body })
        : call(api.createAddress, { body, idempotencyKey: intent }),
    onSuccess: async (saved) => {
      await queryClient.invalidateQueries({ queryKey: addressQueries.list().queryKey })
      onSaved(saved)
    },
  })

  function field(name: Exclude<keyof AddressDraft, 'isDefault' | 'isShared'>) {
    return {
      name,
      value: draft[name],
      onChange: (value: string) => setDraft((before) => ({ ...before, [name]: value })),
    }
  }

  function fill(address: FilledAddress) {
    setDraft((before) => ({ ...before, ...address }))
  }

  function save() {
    if (!warning.stops()) saving.mutate(bodyOf(tidyDraft(draft)))
  }

  return (
    <Form onSubmit={save} check={() => draftErrors(tidyDraft(draft))} problem={saving.error}>
      <ZipWarning warning={warning} />
      <div className={PAIR}>
        <TextField label={i18n.t('Name')} autoComplete="name" maxLength={60} isRequired {...field('name')} />
        <TextField
          label={i18n.t('Company (optional)')}
          autoComplete="organization"
          maxLength={60}
          {...field('company')}
        />
      </div>
      <StreetField
        autoComplete="address-line1"
        maxLength={60}
        isRequired
        {...field('address1')}
        address2={draft.address2}
        address2Name="address2"
        onFill={fill}
      />
      <TextField
        label={i18n.t('Suite, floor (optional)')}
        autoComplete="address-line2"
        maxLength={60}
        {...field('address2')}
      />
      <div className="grid grid-cols-[1fr_1.4fr] gap-4 tiny:grid-cols-1">
        <ZipField {...field('zip')} city={draft.city} state={draft.state} onFill={fill} />
        <CityField
          autoComplete="address-level2"
          maxLength={40}
          isRequired
          {...field('city')}
          state={draft.state}
          zip={draft.zip}
          onFill={fill}
        />
      </div>
      {draft.zip === '' && draft.city === '' && draft.state === '' && <UseMyLocation onFill={fill} />}
      <StateField {...field('state')} />
      <div className="grid grid-cols-2 gap-4 narrow:grid-cols-1">
        <PhoneField
          label={i18n.t('Phone (optional)')}
          hint={i18n.t('For the carrier.')}
          {...field('phone')}
        />
        <TextField
          label={i18n.t('Label (optional)')}
          hint={i18n.t('“Office”, “Warehouse”.')}
          autoComplete="off"
          maxLength={40}
          {...field('label')}
        />
      </div>
      {!address?.isDefault && address?.shared?.isOwn !== false && (
        <Checkbox
          isSelected={draft.isDefault}
          onChange={(isDefault) => setDraft((before) => ({ ...before, isDefault }))}
        >
          {i18n.t('Set as default')}
        </Checkbox>
      )}
      <ShareCheckbox
        isShared={draft.isShared}
        onChange={(isShared) => setDraft((before) => ({ ...before, isShared }))}
      />
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <Button look="plain" onClick={onCancel}>
          {i18n.t('Cancel')}
        </Button>
        <Button look="primary" type="submit" isPending={saving.isPending}>
          {address ? i18n.t('Save address') : i18n.t('Add address')}
        </Button>
      </div>
    </Form>
  )
}

function draftOf(address: Address | undefined): AddressDraft {
  return address ? { ...address, isShared: address.shared !== null } : EMPTY_ADDRESS
}

/** Only the fields of the endpoint, without the ID of a saved address. */
function bodyOf(draft: AddressDraft): AddressDraft {
  const names = Object.keys(EMPTY_ADDRESS) as (keyof AddressDraft)[]
  return Object.fromEntries(names.map((name) => [name, draft[name]])) as AddressDraft
}
