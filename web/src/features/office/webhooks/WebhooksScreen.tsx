import { api } from '@laurel/contract/routes'
import { EVENT_TYPES, type EventType } from '@laurel/domain/event-types'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { CopyField } from '../../../parts/CopyField.tsx'
import { missing } from '../../../parts/Form.tsx'
import { count, plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { EmptyState } from '../../../parts/Note.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { EventChoice } from '../../../parts/webhooks/EventChoice.tsx'
import { EVENT_WORDS, endpointState } from '../../../parts/webhooks/webhook-words.ts'
import { Loaded, RecordLink, ScreenHead } from '../ListParts.tsx'
import { OfficeDialog, ShownOnce } from '../OfficeDialog.tsx'
import { useSave } from '../office-mutations.ts'
import { officeMoment } from '../times.ts'
import { type WebhookEndpoint, webhookQueries } from './webhooks.queries.ts'

/** The site's webhook endpoints. */
export function WebhooksScreen() {
  const read = useQuery(webhookQueries.list())
  const [isAdding, setAdding] = useState(false)
  const adding = useRef<HTMLDivElement>(null)
  return (
    <>
      <ScreenHead
        title="Webhooks"
        text="Send events to your other systems as they happen. Every message is signed."
      >
        <div ref={adding}>
          <Button look="primary" onClick={() => setAdding(true)}>
            <Icon of={Plus} />
            Add an endpoint
          </Button>
        </div>
      </ScreenHead>
      <h2 className="sr-only">Endpoints</h2>
      <Loaded label="Endpoints" read={read}>
        {(endpoints) =>
          endpoints.length === 0 ? (
            <EmptyState title="No endpoints yet">
              An endpoint is your URL that receives a message for each event, such as an approved order, a
              claimed card, or a returned letter. Programs can also read the event log.
            </EmptyState>
          ) : (
            <ul className="max-w-[860px]">
              {endpoints.map((endpoint) => (
                <EndpointLine key={endpoint.id} endpoint={endpoint} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {isAdding && <EndpointDialog returnTo={adding} onClose={() => setAdding(false)} />}
    </>
  )
}

function EndpointLine({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { id, url, description, eventTypes, deliveredAt, waitingCount, failedCount } = endpoint
  const state = endpointState(endpoint)
  return (
    <li className="grid gap-1 border-line border-b py-4 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <RecordLink of="webhooks" id={id} className="wrap-anywhere font-semibold">
          {description || url}
        </RecordLink>
        <Tag tone={state.tone}>{state.word}</Tag>
      </div>
      {description && <p className="wrap-anywhere text-label">{url}</p>}
      <p className="text-muted text-small">
        {plural(eventTypes.length, 'event type')}.{' '}
        {deliveredAt ? `Last delivery ${officeMoment(deliveredAt)}.` : 'No deliveries yet.'}
        {waitingCount > 0 && ` ${count(waitingCount)} waiting.`}
        {failedCount > 0 && ` ${count(failedCount)} failed.`}
      </p>
    </li>
  )
}

type EndpointDialogProps = {
  /** Missing for a new endpoint. */
  endpoint?: WebhookEndpoint
  returnTo: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Creates or edits an endpoint. */
export function EndpointDialog({ endpoint, returnTo, onClose }: EndpointDialogProps) {
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [types, setTypes] = useState<readonly EventType[]>(
    endpoint ? EVENT_TYPES.filter((type) => endpoint.eventTypes.includes(type)) : EVENT_TYPES,
  )
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
    ...(endpoint && { done: 'Endpoint saved' }),
    onDone: (made) => (made === undefined ? onClose() : setSecret(made)),
  })

  if (secret !== undefined) return <SecretDialog secret={secret} returnTo={returnTo} onClose={onClose} />
  return (
    <OfficeDialog
      title={endpoint ? 'Edit endpoint' : 'Add an endpoint'}
      lead={
        endpoint ? (
          <p>Waiting messages go to the new address, too.</p>
        ) : (
          <p>We’ll send new events to it. You can replay past events later.</p>
        )
      }
      submit={endpoint ? 'Save' : 'Add endpoint'}
      request={save}
      check={() => ({
        ...missing({ url }),
        ...(types.length === 0 && { eventTypes: 'Choose at least one event.' }),
      })}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            label="Address"
            name="url"
            hint="Must start with https:// and be reachable from the internet."
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
            hint="For example, “Warehouse”."
            value={description}
            onChange={setDescription}
            maxLength={200}
            autoComplete="off"
          />
          <EventChoice
            all={EVENT_TYPES}
            words={EVENT_WORDS}
            types={types}
            onChange={setTypes}
            error={errors.eventTypes}
          />
        </>
      )}
    </OfficeDialog>
  )
}

type SecretDialogProps = {
  secret: string
  isNew?: boolean
  /** Contains the button to focus after the dialog, because the button that opened it is gone. */
  returnTo: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Shows the signing secret once. It is stored encrypted and never shown again. */
export function SecretDialog({ secret, isNew = false, returnTo, onClose }: SecretDialogProps) {
  function close() {
    onClose()
    // After the dialog has closed and released the focus.
    setTimeout(() => returnTo.current?.querySelector('button')?.focus())
  }
  return (
    <ShownOnce
      title="Signing secret"
      text={
        <>
          Copy it now; we show it only once. Your endpoint uses it to verify each message, with any Standard
          Webhooks library. {isNew && ' The previous secret also works for another day.'}
        </>
      }
      onClose={close}
    >
      <CopyField label="Secret" value={secret} />
    </ShownOnce>
  )
}
