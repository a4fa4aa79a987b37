import { api } from '@laurel/contract/routes'
import type { KeyMode } from '@laurel/domain/company-api-keys'
import { COMPANY_EVENT_TYPES } from '@laurel/domain/company-events'
import type { EventType } from '@laurel/domain/event-types'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, freshKey } from '../../app/call.ts'
import { companyQueries } from '../../app/company.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { CopyField } from '../../parts/CopyField.tsx'
import { Form, missing } from '../../parts/Form.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { RadioChoice } from '../../parts/RadioChoice.tsx'
import { momentAtSite, wallTimeAtSite, zoneName } from '../../parts/site-time.ts'
import { TextField } from '../../parts/TextField.tsx'
import { EventChoice } from '../../parts/webhooks/EventChoice.tsx'
import {
  COMPANY_EVENT_WORDS,
  hostOf,
  TURN_ON_CHOICES,
  type TurnOnChoice,
  type WebhookEndpoint,
} from '../../parts/webhooks/webhook-words.ts'
import { ModeChoice } from './ModeChoice.tsx'

/** A secret that is shown once. */
export type ShownSecret = { host: string; secret: string }

type EndpointDialogProps = {
  /** Undefined for a new one. */
  endpoint: WebhookEndpoint | undefined
  onCreated: (shown: ShownSecret) => void
  onClose: () => void
}

const MODE_SAYS: Readonly<Record<KeyMode, string>> = {
  live: /*i18n*/ 'Gets your company’s events.',
  test: /*i18n*/ 'Gets the events of test orders. Each message is marked as a test.',
}

/** Adds an endpoint, or changes one. */
export function EndpointDialog({ endpoint, onCreated, onClose }: EndpointDialogProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [url, setUrl] = useState(endpoint?.url ?? '')
  const [description, setDescription] = useState(endpoint?.description ?? '')
  const [mode, setMode] = useState<KeyMode>('live')
  const [types, setTypes] = useState<readonly EventType[]>(
    COMPANY_EVENT_TYPES.filter((type) => endpoint?.eventTypes.includes(type) ?? true),
  )
  const key = useRef(freshKey())
  const save = useMutation({
    mutationFn: async () => {
      const body = { url: url.trim(), description: description.trim(), eventTypes: [...types] }
      if (endpoint === undefined) {
        return (
          await call(api.createCompanyWebhook, { body: { ...body, mode }, idempotencyKey: key.current })
        ).secret
      }
      const { id, version: seenVersion } = endpoint
      await call(api.patchCompanyWebhook, { params: { id }, body: { ...body, seenVersion } })
      return undefined
    },
    onSuccess: async (secret) => {
      await queryClient.invalidateQueries(companyQueries.webhooks())
      if (secret !== undefined) return onCreated({ host: hostOf(url.trim()), secret })
      showToast({ title: i18n.t('Endpoint saved') })
      onClose()
    },
    onError: () => {
      key.current = freshKey()
    },
  })
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={endpoint ? i18n.t('Edit endpoint') : i18n.t('Add endpoint')}
      isDismissable={false}
    >
      <Form
        onSubmit={() => save.mutate()}
        check={() => ({
          ...missing({ url }),
          ...(types.length === 0 && { eventTypes: i18n.t('Choose at least one event.') }),
        })}
        problem={save.error}
        className="mt-4 grid gap-5"
      >
        {(errors) => (
          <>
            <TextField
              label={i18n.t('Address')}
              name="url"
              hint={i18n.t('Must start with https:// and be reachable from the internet.')}
              value={url}
              onChange={setUrl}
              inputMode="url"
              maxLength={2000}
              autoComplete="off"
              autoFocus
            />
            <TextField
              label={i18n.t('Description (optional)')}
              name="description"
              hint={i18n.t('For example, “HR system”.')}
              value={description}
              onChange={setDescription}
              maxLength={200}
              autoComplete="off"
            />
            {endpoint === undefined && (
              <ModeChoice
                says={{ live: i18n.t(MODE_SAYS.live), test: i18n.t(MODE_SAYS.test) }}
                value={mode}
                onChange={setMode}
              />
            )}
            <EventChoice
              all={COMPANY_EVENT_TYPES}
              words={COMPANY_EVENT_WORDS}
              types={types}
              onChange={setTypes}
              error={errors.eventTypes}
            />
            <Buttons
              submit={endpoint ? i18n.t('Save endpoint') : i18n.t('Add endpoint')}
              isPending={save.isPending}
              onClose={onClose}
            />
          </>
        )}
      </Form>
    </Modal>
  )
}

/** The signing secret of an endpoint. It's stored encrypted and never shown again. */
export function EndpointSecret({ host, secret, onClose }: ShownSecret & { onClose: () => void }) {
  const i18n = useTexts()
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={i18n.t('Copy the secret for {host}', { host })}
      isDismissable={false}
    >
      <div className="mt-4 grid gap-5">
        <p>
          {i18n.t(
            'We won’t show it again. Your system uses it to verify each message, with any Standard Webhooks library.',
          )}
        </p>
        <CopyField label={i18n.t('Signing secret')} value={secret} />
        <div className="flex justify-end">
          <Button look="primary" onClick={onClose}>
            {i18n.t('Done')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

type OfEndpoint = { endpoint: WebhookEndpoint; onClose: () => void }

export function TurnOnDialog({ endpoint: { id, url, version: seenVersion }, onClose }: OfEndpoint) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [way, setWay] = useState<TurnOnChoice>('missed')
  const on = useMutation({
    mutationFn: () =>
      call(api.patchCompanyWebhook, {
        params: { id },
        body: { seenVersion, enabled: true, skipMissed: way === 'now' },
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(companyQueries.webhooks())
      showToast({ title: i18n.t('{name} is on', { name: hostOf(url) }) })
      onClose()
    },
  })
  return (
    <Modal isOpen onClose={onClose} title={i18n.t('Turn on this endpoint?')}>
      <Form onSubmit={() => on.mutate()} problem={on.error} className="mt-4 grid gap-5">
        <RadioChoice
          label={i18n.t('Events from while it was off')}
          options={TURN_ON_CHOICES.map(({ value, title, detail }) => ({
            value,
            title: i18n.t(title),
            detail: i18n.t(detail),
          }))}
          value={way}
          onChange={setWay}
        />
        <Buttons submit={i18n.t('Turn on')} isPending={on.isPending} onClose={onClose} />
      </Form>
    </Modal>
  )
}

const HOUR_MS = 3_600_000

/** Sends past events again, for a system that lost some. */
export function ReplayDialog({ endpoint: { id }, timeZone, onClose }: OfEndpoint & { timeZone: string }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [from, setFrom] = useState(() => wallTimeAtSite(new Date(Date.now() - HOUR_MS), timeZone))
  const since = momentAtSite(from, timeZone)
  const key = useRef(freshKey())
  const replay = useMutation({
    mutationFn: () =>
      call(api.replayCompanyWebhook, {
        params: { id },
        body: { since: since?.toISOString() ?? '' },
        idempotencyKey: key.current,
      }),
    onSuccess: async ({ eventCount }) => {
      await queryClient.invalidateQueries(companyQueries.webhooks())
      showToast({
        title:
          eventCount === 0
            ? i18n.t('No events since then')
            : i18n.t('{events, plural, one {# event sent again} other {# events sent again}}', {
                events: eventCount,
              }),
      })
      onClose()
    },
    onError: () => {
      key.current = freshKey()
    },
  })
  return (
    <Modal isOpen onClose={onClose} title={i18n.t('Replay events')}>
      <Form
        onSubmit={() => replay.mutate()}
        check={() => (since ? {} : { since: FIELD_REQUIRED })}
        problem={replay.error}
        className="mt-4 grid gap-5"
      >
        <p>
          {i18n.t('Each message keeps its ID, so your system can recognize duplicates. The time is {zone}.', {
            zone: zoneName(timeZone),
          })}
        </p>
        <div className="grid grid-cols-2 gap-4 narrow:grid-cols-1">
          <TextField
            label={i18n.t('Day')}
            name="since"
            type="date"
            value={from.date}
            onChange={(date) => setFrom({ ...from, date })}
          />
          <TextField
            label={i18n.t('Time')}
            name="time"
            type="time"
            value={from.time}
            onChange={(time) => setFrom({ ...from, time })}
          />
        </div>
        <Buttons submit={i18n.t('Replay events')} isPending={replay.isPending} onClose={onClose} />
      </Form>
    </Modal>
  )
}

type ButtonsProps = { submit: string; isPending: boolean; onClose: () => void }

function Buttons({ submit, isPending, onClose }: ButtonsProps) {
  const i18n = useTexts()
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button look="plain" onClick={onClose}>
        {i18n.t('Cancel')}
      </Button>
      <Button look="primary" type="submit" isPending={isPending}>
        {submit}
      </Button>
    </div>
  )
}
