import { api } from '@laurel/contract/routes'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useNavigate } from '@tanstack/react-router'
import { KeyRound, Pencil, Power, RotateCcw, Send, Trash2 } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { call } from '../../../app/call.ts'
import { useSite } from '../../../app/site.ts'
import { showFailure, showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { RadioChoice } from '../../../parts/RadioChoice.tsx'
import { momentAtSite, wallTimeAtSite, zoneName } from '../../../parts/site-time.ts'
import { TextField } from '../../../parts/TextField.tsx'
import { hostOf, TURN_ON_CHOICES, type TurnOnChoice } from '../../../parts/webhooks/webhook-words.ts'
import { RowMenu } from '../ListParts.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { useSave } from '../office-mutations.ts'
import { EndpointDialog, SecretDialog } from './WebhooksScreen.tsx'
import type { WebhookEndpoint } from './webhooks.queries.ts'

type Asked = 'change' | 'rotate' | 'replay' | 'on' | 'off' | 'remove'

/** The main action, testing or switching on an endpoint, with the others in a menu. */
export function EndpointActions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [asked, setAsked] = useState<Asked>()
  const actions = useRef<HTMLDivElement>(null)
  const { id, enabled } = endpoint
  const onClose = () => setAsked(undefined)
  const test = useSave({
    save: (idempotencyKey) => call(api.testWebhook, { params: { id }, idempotencyKey }),
    done: 'Test event sent',
  })
  const entry = (what: Asked) => () => setAsked(what)
  return (
    <div ref={actions} className="flex flex-wrap items-center gap-3">
      {enabled ? (
        <Button
          look="primary"
          isPending={test.isPending}
          onClick={() =>
            test.mutate(undefined, {
              onError: (cause) => showFailure('We couldn’t send a test event', cause),
            })
          }
        >
          <Icon of={Send} />
          Send test event
        </Button>
      ) : (
        <Button look="primary" onClick={entry('on')}>
          <Icon of={Power} />
          Turn on
        </Button>
      )}
      <RowMenu
        label="More for this endpoint"
        entries={[
          { id: 'change', label: 'Change', icon: Pencil, onPress: entry('change') },
          ...(enabled
            ? [{ id: 'replay', label: 'Replay events', icon: RotateCcw, onPress: entry('replay') }]
            : []),
          { id: 'rotate', label: 'New secret', icon: KeyRound, onPress: entry('rotate') },
          ...(enabled ? [{ id: 'off', label: 'Turn off', icon: Power, onPress: entry('off') }] : []),
          { id: 'remove', label: 'Remove', icon: Trash2, onPress: entry('remove'), isBad: true },
        ]}
      />
      {asked === 'change' && <EndpointDialog endpoint={endpoint} returnTo={actions} onClose={onClose} />}
      {asked === 'rotate' && <RotateDialog endpoint={endpoint} returnTo={actions} onClose={onClose} />}
      {asked === 'replay' && <ReplayDialog endpoint={endpoint} onClose={onClose} />}
      {asked === 'on' && <SwitchOnDialog endpoint={endpoint} onClose={onClose} />}
      {asked === 'off' && <SwitchOffDialog endpoint={endpoint} onClose={onClose} />}
      {asked === 'remove' && <RemoveDialog endpoint={endpoint} onClose={onClose} />}
    </div>
  )
}

type DialogProps = { endpoint: WebhookEndpoint; onClose: () => void }

type RotateDialogProps = DialogProps & { returnTo: RefObject<HTMLElement | null> }

function RotateDialog({ endpoint: { id, version: seenVersion }, returnTo, onClose }: RotateDialogProps) {
  const [secret, setSecret] = useState<string>()
  const rotate = useSave({
    save: (idempotencyKey) =>
      call(api.rotateWebhookSecret, { params: { id }, body: { seenVersion }, idempotencyKey }),
    onDone: (answer) => setSecret(answer.secret),
  })
  if (secret !== undefined)
    return <SecretDialog secret={secret} isNew returnTo={returnTo} onClose={onClose} />
  return (
    <OfficeDialog
      title="Create a new secret?"
      lead={
        <p>
          For one day, every message is signed with both secrets. If a secret leaked, create a new one twice.
          The leaked one then stops working immediately.
        </p>
      }
      submit="Create secret"
      request={rotate}
      onClose={onClose}
    />
  )
}

function SwitchOffDialog({ endpoint: { id, url, version: seenVersion }, onClose }: DialogProps) {
  const off = useSave({
    save: (idempotencyKey) =>
      call(api.patchWebhook, { params: { id }, body: { seenVersion, enabled: false }, idempotencyKey }),
    done: `${hostOf(url)} is off`,
    onDone: onClose,
  })
  return (
    <OfficeDialog
      title="Turn off this endpoint?"
      lead={<p>We’ll stop sending to {hostOf(url)} and keep new events until it’s on again.</p>}
      submit="Turn off"
      request={off}
      onClose={onClose}
    />
  )
}

function RemoveDialog({ endpoint: { id, url }, onClose }: DialogProps) {
  const navigate = useNavigate()
  const remove = useSave({
    save: (idempotencyKey) => call(api.deleteWebhook, { params: { id }, idempotencyKey }),
    done: `${hostOf(url)} is removed`,
    onDone: () => void navigate({ to: '/office/webhooks' }),
  })
  return (
    <OfficeDialog
      title={`Remove ${hostOf(url)}?`}
      lead={<p>We’ll permanently delete its secret and its messages. The event log stays.</p>}
      submit="Remove"
      isDanger
      request={remove}
      onClose={onClose}
    />
  )
}

type SwitchOnDialogProps = { endpoint: WebhookEndpoint; onClose: () => void }

function SwitchOnDialog({ endpoint, onClose }: SwitchOnDialogProps) {
  const { id, url, version: seenVersion } = endpoint
  const [way, setWay] = useState<TurnOnChoice>('missed')
  const on = useSave({
    save: (idempotencyKey) =>
      call(api.patchWebhook, {
        params: { id },
        body: { seenVersion, enabled: true, skipMissed: way === 'now' },
        idempotencyKey,
      }),
    done: `${hostOf(url)} is on`,
    onDone: onClose,
  })
  return (
    <OfficeDialog
      title="Turn on this endpoint?"
      lead={<p>We’ll send messages to {hostOf(url)} again.</p>}
      submit="Turn on"
      request={on}
      onClose={onClose}
    >
      <RadioChoice
        label="Events from while it was off"
        options={TURN_ON_CHOICES}
        value={way}
        onChange={setWay}
      />
    </OfficeDialog>
  )
}

type ReplayDialogProps = { endpoint: WebhookEndpoint; onClose: () => void }

const HOUR_MS = 3_600_000

/** Sends past events again, for an integrator who lost some. */
function ReplayDialog({ endpoint: { id }, onClose }: ReplayDialogProps) {
  const { timeZone } = useSite()
  const [localTime, setLocalTime] = useState(() => wallTimeAtSite(new Date(Date.now() - HOUR_MS), timeZone))
  const since = momentAtSite(localTime, timeZone)
  const replay = useSave({
    save: (idempotencyKey) =>
      call(api.replayWebhook, {
        params: { id },
        body: { since: since?.toISOString() ?? '' },
        idempotencyKey,
      }),
    onDone: ({ eventCount }) => {
      showToast({
        title: eventCount === 0 ? 'No events since then' : `${plural(eventCount, 'event')} sent again`,
      })
      onClose()
    },
  })

  return (
    <OfficeDialog
      title="Replay events"
      lead={
        <p>
          Each message keeps its webhook-id, so your system can recognize duplicates. The time is{' '}
          {zoneName(timeZone)}.
        </p>
      }
      submit="Replay events"
      request={replay}
      check={() => (since ? {} : { since: FIELD_REQUIRED })}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-4 tiny:grid-cols-1">
        <TextField
          label="Day"
          name="since"
          type="date"
          value={localTime.date}
          onChange={(date) => setLocalTime({ ...localTime, date })}
          isRequired
        />
        <TextField
          label="Time"
          name="time"
          type="time"
          value={localTime.time}
          onChange={(time) => setLocalTime({ ...localTime, time })}
          isRequired
        />
      </div>
    </OfficeDialog>
  )
}
