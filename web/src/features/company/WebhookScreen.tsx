import { api } from '@laurel/contract/routes'
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Ellipsis, KeyRound, Pencil, Power, RotateCcw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call, freshKey } from '../../app/call.ts'
import { companyQueries } from '../../app/company.queries.ts'
import { openModal } from '../../app/modal-store.ts'
import { useTexts } from '../../app/texts.ts'
import { showFailure, showToast } from '../../app/toast-store.ts'
import { Button, buttonClass } from '../../parts/Button.tsx'
import { moment } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Older } from '../../parts/LongList.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { EmptyState, Note } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { ReadProblem } from '../../parts/ReadProblem.tsx'
import { Segment } from '../../parts/Segment.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { Disclosure, WebhookMessageLine } from '../../parts/webhooks/WebhookMessageLine.tsx'
import {
  COMPANY_EVENT_WORDS,
  endpointState,
  hostOf,
  type WebhookEndpoint,
  type WebhookMessage,
} from '../../parts/webhooks/webhook-words.ts'
import { TestTag } from './ModeChoice.tsx'
import {
  EndpointDialog,
  EndpointSecret,
  ReplayDialog,
  type ShownSecret,
  TurnOnDialog,
} from './WebhookDialogs.tsx'
import { IfManagesWebhooks } from './WebhooksScreen.tsx'

/** One of the company's endpoints, and what was sent to it. */
export function WebhookScreen({ id }: { id: number }) {
  return (
    <IfManagesWebhooks>
      <Found id={id} />
    </IfManagesWebhooks>
  )
}

function Found({ id }: { id: number }) {
  const i18n = useTexts()
  const endpoint = useSuspenseQuery(companyQueries.webhooks()).data.find((one) => one.id === id)
  const all = (
    <Link to="/company/webhooks" className="link inline-flex min-h-9 items-center text-label touch:min-h-11">
      {i18n.t('All webhooks')}
    </Link>
  )
  if (endpoint === undefined) {
    return (
      <EmptyState title={i18n.t('We couldn’t find that webhook')} action={all}>
        {i18n.t('It was removed, or it’s another company’s.')}
      </EmptyState>
    )
  }
  const state = endpointState(endpoint)
  return (
    <section aria-labelledby="webhook">
      {all}
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h2 id="webhook" className="wrap-anywhere text-h3">
              {endpoint.description || hostOf(endpoint.url)}
            </h2>
            <TestTag mode={endpoint.mode} />
            <Tag tone={state.tone}>{i18n.t(state.word)}</Tag>
          </div>
          <p className="wrap-anywhere mt-1 text-muted">{endpoint.url}</p>
        </div>
        <Actions endpoint={endpoint} />
      </div>
      <Notes endpoint={endpoint} />
      <Disclosure
        summary={i18n.t('{types, plural, one {# event type} other {# event types}}', {
          types: endpoint.eventTypes.length,
        })}
      >
        <ul className="mt-1 grid gap-1 text-muted text-small">
          {endpoint.eventTypes.map((type) => (
            <li key={type}>
              {i18n.t(COMPANY_EVENT_WORDS[type as keyof typeof COMPANY_EVENT_WORDS])} <code>{type}</code>
            </li>
          ))}
        </ul>
      </Disclosure>
      <Messages endpoint={endpoint} />
    </section>
  )
}

function Notes({ endpoint }: { endpoint: WebhookEndpoint }) {
  const i18n = useTexts()
  const { enabled, offReason, offAt, failingSince, oldSecretUntil } = endpoint
  const off = offAt && moment(offAt)
  return (
    <div className="mt-4 grid gap-3 empty:hidden">
      {!enabled && offReason === 'gone' && (
        <Note tone="bad">
          {i18n.t(
            'It responded that it no longer exists (410), so we turned it off {off}. We keep new events until you turn it on again.',
            { off },
          )}
        </Note>
      )}
      {!enabled && offReason === 'failing' && (
        <Note tone="bad">
          {i18n.t(
            'We couldn’t deliver anything to it for five days, so we turned it off {off}. We keep new events until you turn it on again.',
            { off },
          )}
        </Note>
      )}
      {!enabled && offReason === 'by_hand' && (
        <Note>{i18n.t('Turned off {off}. We keep new events until it’s on again.', { off })}</Note>
      )}
      {enabled && failingSince !== null && (
        <Note tone="warn">
          {i18n.t(
            'No message has arrived since {since}. We retry less often over time, and turn the endpoint off after five days.',
            { since: moment(failingSince) },
          )}
        </Note>
      )}
      {oldSecretUntil !== null && Date.parse(oldSecretUntil) > Date.now() && (
        <Note>
          {i18n.t(
            'Messages are also signed with the previous secret until {until}. Switch to the new one before then.',
            { until: moment(oldSecretUntil) },
          )}
        </Note>
      )}
    </div>
  )
}

function Actions({ endpoint }: { endpoint: WebhookEndpoint }) {
  const i18n = useTexts()
  const { id, url, enabled, version: seenVersion } = endpoint
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { timeZone } = useSuspenseQuery(companyQueries.people()).data.company
  const [open, setOpen] = useState<'edit' | 'on' | 'replay' | ShownSecret>()
  const host = hostOf(url)
  const close = () => setOpen(undefined)
  const reload = () => queryClient.invalidateQueries(companyQueries.webhooks())
  const test = useMutation({
    mutationFn: () => call(api.testCompanyWebhook, { params: { id }, idempotencyKey: freshKey() }),
    onSuccess: async () => {
      await reload()
      showToast({ title: i18n.t('Test event sent') })
    },
    onError: (cause) => showFailure(i18n.t('We couldn’t send a test event'), cause),
  })
  const turnOff = () =>
    openModal('confirm-dialog', {
      title: i18n.t('Turn off {name}?', { name: host }),
      text: i18n.t('We’ll stop sending to it and keep new events until it’s on again.'),
      confirm: i18n.t('Turn off'),
      cancel: i18n.t('Cancel'),
      onConfirm: async () => {
        await call(api.patchCompanyWebhook, { params: { id }, body: { seenVersion, enabled: false } })
        await reload()
        showToast({ title: i18n.t('{name} is off', { name: host }) })
      },
    })
  const rotate = () =>
    openModal('confirm-dialog', {
      title: i18n.t('Create a new secret?'),
      text: i18n.t(
        'For one day, every message is signed with both secrets. If a secret leaked, create a new one twice.',
      ),
      confirm: i18n.t('Create secret'),
      cancel: i18n.t('Cancel'),
      onConfirm: async () => {
        const answer = await call(api.rotateCompanyWebhookSecret, {
          params: { id },
          body: { seenVersion },
          idempotencyKey: freshKey(),
        })
        await reload()
        setOpen({ host, secret: answer.secret })
      },
    })
  const remove = () =>
    openModal('confirm-dialog', {
      title: i18n.t('Remove {name}?', { name: host }),
      text: i18n.t('We’ll delete its secret and its messages, and stop sending to it.'),
      confirm: i18n.t('Remove endpoint'),
      cancel: i18n.t('Keep endpoint'),
      danger: true,
      onConfirm: async () => {
        await call(api.deleteCompanyWebhook, { params: { id } })
        await navigate({ to: '/company/webhooks' })
        showToast({ title: i18n.t('{name} was removed', { name: host }) })
      },
    })
  return (
    <div className="flex items-center gap-2">
      {enabled ? (
        <Button look="primary" isPending={test.isPending} onClick={() => test.mutate()}>
          <Icon of={Send} size={18} />
          {i18n.t('Send test event')}
        </Button>
      ) : (
        <Button look="primary" onClick={() => setOpen('on')}>
          <Icon of={Power} size={18} />
          {i18n.t('Turn on')}
        </Button>
      )}
      <Menu
        label={i18n.t('More for this endpoint')}
        button={<Icon of={Ellipsis} size={18} />}
        buttonClassName={buttonClass('plain', 'round')}
        entries={[
          { id: 'edit', label: i18n.t('Edit endpoint'), icon: Pencil, onPress: () => setOpen('edit') },
          ...(enabled
            ? [
                {
                  id: 'replay',
                  label: i18n.t('Replay events'),
                  icon: RotateCcw,
                  onPress: () => setOpen('replay'),
                },
              ]
            : []),
          { id: 'rotate', label: i18n.t('Create new secret'), icon: KeyRound, onPress: rotate },
          ...(enabled ? [{ id: 'off', label: i18n.t('Turn off'), icon: Power, onPress: turnOff }] : []),
          { id: 'remove', label: i18n.t('Remove endpoint'), icon: Trash2, isBad: true, onPress: remove },
        ]}
      />
      {open === 'edit' && <EndpointDialog endpoint={endpoint} onCreated={setOpen} onClose={close} />}
      {open === 'on' && <TurnOnDialog endpoint={endpoint} onClose={close} />}
      {open === 'replay' && <ReplayDialog endpoint={endpoint} timeZone={timeZone} onClose={close} />}
      {typeof open === 'object' && <EndpointSecret {...open} onClose={close} />}
    </div>
  )
}

const VIEWS = [
  { value: 'all', label: /*i18n*/ 'All' },
  { value: 'waiting', label: /*i18n*/ 'Waiting' },
  { value: 'failed', label: /*i18n*/ 'Failed' },
  { value: 'delivered', label: /*i18n*/ 'Delivered' },
] as const

type Shown = { status: (typeof VIEWS)[number]['value']; page: number }

/** The messages of the last 30 days, with every attempt. */
function Messages({ endpoint }: { endpoint: WebhookEndpoint }) {
  const i18n = useTexts()
  const [{ status, page }, setShown] = useState<Shown>({ status: 'all', page: 1 })
  const read = useQuery(
    companyQueries.webhookMessages(endpoint.id, { page, ...(status !== 'all' && { status }) }),
  )
  return (
    <>
      <h3 className="mt-8 font-semibold text-lead">{i18n.t('Messages')}</h3>
      <div className="mt-3">
        <Segment
          label={i18n.t('Show')}
          options={VIEWS.map(({ value, label }) => ({ value, label: i18n.t(label) }))}
          value={status}
          onChange={(next) => setShown({ status: next, page: 1 })}
        />
      </div>
      {read.data === undefined ? (
        read.error ? (
          <ReadProblem read={read} />
        ) : (
          <Loading label={i18n.t('Messages are loading')}>
            {[0, 1, 2].map((row) => (
              <Skeleton key={row} className="h-12 w-full" />
            ))}
          </Loading>
        )
      ) : read.data.results.length === 0 ? (
        <EmptyState title={status === 'all' ? i18n.t('No messages yet') : i18n.t('No messages found')}>
          {status === 'all'
            ? i18n.t('Send a test event to check that your endpoint answers.')
            : i18n.t('We keep messages for 30 days after they’re delivered or fail.')}
        </EmptyState>
      ) : (
        <ul className="mt-3 border-line border-t">
          {read.data.results.map((message) => (
            <Message key={message.id} endpoint={endpoint} message={message} />
          ))}
        </ul>
      )}
      {read.data && (
        <Older
          label={i18n.t('Pages of messages')}
          onNewest={page === 1 ? undefined : () => setShown({ status, page: 1 })}
          onOlder={read.data.next === null ? undefined : () => setShown({ status, page: page + 1 })}
        />
      )}
    </>
  )
}

function Message({ endpoint, message }: { endpoint: WebhookEndpoint; message: WebhookMessage }) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const again = useMutation({
    mutationFn: () =>
      call(api.resendCompanyWebhookMessage, {
        params: { id: endpoint.id, messageId: message.id },
        idempotencyKey: freshKey(),
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries(companyQueries.webhooks())
      showToast({ title: i18n.t('{event} queued again', { event: message.eventId }) })
    },
    onError: (cause) => showFailure(i18n.t('We couldn’t send it again'), cause),
  })
  return (
    <WebhookMessageLine
      message={message}
      atMoment={moment}
      isSending={again.isPending}
      onSendAgain={endpoint.enabled ? () => again.mutate() : undefined}
    />
  )
}
