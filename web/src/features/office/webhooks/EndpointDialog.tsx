import { api } from '@laurel/contract/routes'
import { EVENT_TYPES, type EventType } from '@laurel/domain/event-types'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { type RefObject, useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { Checkbox } from '../../../parts/Checkbox.tsx'
import { CopyField } from '../../../parts/CopyField.tsx'
import { ErrorText } from '../../../parts/FieldText.tsx'
import { Modal } from '../../../parts/Modal.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { useSave } from '../admin/use-save.ts'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { EVENT_WORDS } from './webhook-words.ts'
import type { WebhookEndpoint } from './webhooks.queries.ts'

type EndpointDialogProps = {
  /** Absent: a new one. */
  endpoint?: WebhookEndpoint
  returnTo: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Where to, and what. */
export function EndpointDialog({ endpoint, returnTo, onClose }: EndpointDialogProps) {
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [types, setTypes] = useState<readonly EventType[]>(
    endpoint ? EVENT_TYPES.filter((type) => endpoint.eventTypes.includes(type)) : EVENT_TYPES,
  )
  const [errors, setErrors] = useState<Record<string, string>>()
  const [secret, setSecret] = useState<string>()
  const given = { url: url.trim(), description: description.trim(), eventTypes: [...types] }
  const save = useSave({
    save: async (idempotencyKey): Promise<string | undefined> => {
      if (endpoint === undefined) {
        return (await call(api.createWebhook, { body: given, idempotencyKey })).secret
      }
      const { id, version: seenVersion } = endpoint
      await call(api.patchWebhook, { params: { id }, body: { ...given, seenVersion }, idempotencyKey })
    },
    ...(endpoint && { done: 'The endpoint is changed' }),
    onDone: (made) => (made === undefined ? onClose() : setSecret(made)),
  })

  function submit() {
    save.reset()
    const found = {
      ...(given.url === '' && { url: FIELD_REQUIRED }),
      ...(types.length === 0 && { eventTypes: 'Choose at least one event.' }),
    }
    setErrors(found)
    if (Object.keys(found).length === 0) save.mutate()
  }

  if (secret !== undefined) return <SecretDialog secret={secret} returnTo={returnTo} onClose={onClose} />
  return (
    <OfficeDialog
      title={endpoint ? 'Change the endpoint' : 'Add an endpoint'}
      lead={
        endpoint ? (
          <p>What waits already goes to the new address, too.</p>
        ) : (
          <p>What happens from now on is posted there. What happened before can be sent again later.</p>
        )
      }
      submit={endpoint ? 'Save' : 'Add endpoint'}
      isPending={save.isPending}
      problem={save.error}
      errors={errors}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Address"
        name="url"
        hint="Begins with https:// and is reachable from the internet."
        value={url}
        onChange={setUrl}
        inputMode="url"
        maxLength={2000}
        autoComplete="off"
        isRequired
      />
      <TextField
        label="Description (optional)"
        name="description"
        hint="What listens there: “Warehouse”."
        value={description}
        onChange={setDescription}
        maxLength={200}
        autoComplete="off"
      />
      <EventChoice types={types} onChange={setTypes} error={errors?.eventTypes} />
    </OfficeDialog>
  )
}

type SecretDialogProps = {
  secret: string
  isNew?: boolean
  /** Holds the button that began it all: the dialog that was opened by it is gone. */
  returnTo: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Shown this once: it is kept sealed and never read out again. */
export function SecretDialog({ secret, isNew = false, returnTo, onClose }: SecretDialogProps) {
  function close() {
    onClose()
    // Once the dialog is gone and has given up the focus.
    setTimeout(() => returnTo.current?.querySelector('button')?.focus())
  }
  return (
    <Modal isOpen onClose={close} title="The signing secret" isDismissable={false}>
      <p className="mt-2 mb-5 text-muted">
        Copy it now; we show it only once. Your endpoint uses it to verify each message, with any Standard
        Webhooks library.
        {isNew && ' The previous secret also works for another day.'}
      </p>
      <CopyField label="Secret" value={secret} />
      <div className="mt-6 flex justify-end">
        <Button look="primary" onClick={close}>
          I have it
        </Button>
      </div>
    </Modal>
  )
}

type EventChoiceProps = {
  types: readonly EventType[]
  onChange: (types: readonly EventType[]) => void
  error?: string | undefined
}

/** Which events one wants to hear of. */
function EventChoice({ types, onChange, error }: EventChoiceProps) {
  const isAll = types.length === EVENT_TYPES.length
  return (
    <fieldset aria-describedby={error && 'event-types-error'}>
      <legend className="font-medium text-label">Events</legend>
      {error && <ErrorText id="event-types-error">{error}</ErrorText>}
      <div className="mt-1 max-h-[280px] overflow-y-auto rounded-control border border-line-strong px-4 py-1">
        <Checkbox
          isSelected={isAll}
          isIndeterminate={!isAll && types.length > 0}
          onChange={(isOn) => onChange(isOn ? EVENT_TYPES : [])}
        >
          <span className="font-medium">All of them</span>
        </Checkbox>
        {EVENT_TYPES.map((type) => (
          <Checkbox
            key={type}
            isSelected={types.includes(type)}
            onChange={(isOn) =>
              onChange(EVENT_TYPES.filter((one) => (one === type ? isOn : types.includes(one))))
            }
          >
            {EVENT_WORDS[type]} <span className="block text-muted text-small">{type}</span>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
