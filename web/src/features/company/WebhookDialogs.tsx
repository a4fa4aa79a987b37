import { api } from '@laurel/contract/routes'
import { COMPANY_EVENT_TYPES } from '@laurel/domain/company-events'
import type { EventType } from '@laurel/domain/event-types'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, freshKey } from '../../app/call.ts'
import { companyQueries } from '../../app/company.queries.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { CopyField } from '../../parts/CopyField.tsx'
import { Form, missing } from '../../parts/Form.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { EventChoice } from '../../parts/webhooks/EventChoice.tsx'
import { COMPANY_EVENT_WORDS, hostOf, type WebhookEndpoint } from '../../parts/webhooks/webhook-words.ts'

/** A secret that is shown once. */
export type ShownSecret = { host: string; secret: string }

type EndpointDialogProps = {
  /** Undefined for a new one. */
  endpoint: WebhookEndpoint | undefined
  onCreated: (shown: ShownSecret) => void
  onClose: () => void
}

/** Adds an endpoint, or changes one. */
export function EndpointDialog({ endpoint, onCreated, onClose }: EndpointDialogProps) {
  const queryClient = useQueryClient()
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [types, setTypes] = useState<readonly EventType[]>(
    COMPANY_EVENT_TYPES.filter((type) => endpoint?.eventTypes.includes(type) ?? true),
  )
  const key = useRef(freshKey())
  const save = useMutation({
    mutationFn: async () => {
      const body = { url: url.trim(), description: description.trim(), eventTypes: [...types] }
      if (endpoint === undefined) {
        return (await call(api.createCompanyWebhook, { body, idempotencyKey: key.current })).secret
      }
      const { id, version: seenVersion } = endpoint
      await call(api.patchCompanyWebhook, { params: { id }, body: { ...body, seenVersion } })
      return undefined
    },
    onSuccess: async (secret) => {
      await queryClient.invalidateQueries(companyQueries.webhooks())
      if (secret !== undefined) return onCreated({ host: hostOf(url.trim()), secret })
      showToast({ title: 'Endpoint saved' })
      onClose()
    },
    onError: () => {
      key.current = freshKey()
    },
  })
  return (
    <Modal isOpen onClose={onClose} title={endpoint ? 'Edit endpoint' : 'Add endpoint'} isDismissable={false}>
      <Form
        onSubmit={() => save.mutate()}
        check={() => ({
          ...missing({ url }),
          ...(types.length === 0 && { eventTypes: 'Choose at least one event.' }),
        })}
        problem={save.error}
        className="mt-4 grid gap-5"
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
              autoFocus
            />
            <TextField
              label="Description (optional)"
              name="description"
              hint="For example, “HR system”."
              value={description}
              onChange={setDescription}
              maxLength={200}
              autoComplete="off"
            />
            <EventChoice
              all={COMPANY_EVENT_TYPES}
              words={COMPANY_EVENT_WORDS}
              types={types}
              onChange={setTypes}
              error={errors.eventTypes}
            />
            <div className="flex flex-wrap justify-end gap-3">
              <Button look="plain" onClick={onClose}>
                Cancel
              </Button>
              <Button look="primary" type="submit" isPending={save.isPending}>
                {endpoint ? 'Save endpoint' : 'Add endpoint'}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Modal>
  )
}

/** The signing secret of an endpoint. It's stored encrypted and never shown again. */
export function EndpointSecret({ host, secret, onClose }: ShownSecret & { onClose: () => void }) {
  return (
    <Modal isOpen onClose={onClose} title={`Copy the secret for ${host}`} isDismissable={false}>
      <div className="mt-4 grid gap-5">
        <p>
          We won’t show it again. Your system uses it to verify each message, with any Standard Webhooks
          library.
        </p>
        <CopyField label="Signing secret" value={secret} />
        <div className="flex justify-end">
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Modal>
  )
}
