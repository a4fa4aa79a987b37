import { api } from '@laurel/contract/routes'
import { EVENT_TYPES, type EventType } from '@laurel/domain/event-types'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { type RefObject, useState } from 'react'
import { call } from '../../../app/call.ts'
import { TextField } from '../../../parts/TextField.tsx'
import { useSave } from '../admin/use-save.ts'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { EventChoice } from './EventChoice.tsx'
import { SecretDialog } from './SecretDialog.tsx'
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
