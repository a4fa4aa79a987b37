import { api } from '@laurel/contract/routes'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { call } from '../../../app/call.ts'
import { useTitle } from '../../../app/shell/navigation.tsx'
import { showFailure } from '../../../app/toast-store.ts'
import { LinkButton } from '../../../parts/Button.tsx'
import { EmptyState, Note } from '../../../parts/Note.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { Disclosure, WebhookMessageLine } from '../../../parts/webhooks/WebhookMessageLine.tsx'
import { endpointState, hostOf, type WebhookMessage } from '../../../parts/webhooks/webhook-words.ts'
import { OneOfMany, PagedList, ScreenHead } from '../ListParts.tsx'
import { useSave } from '../office-mutations.ts'
import type { MessagesSearch } from '../screen-searches.ts'
import { officeMoment } from '../times.ts'
import { EndpointActions } from './EndpointActions.tsx'
import { type WebhookEndpoint, webhookQueries } from './webhooks.queries.ts'

/** One endpoint and its messages. */
export function WebhookScreen({ id, search }: { id: number; search: MessagesSearch }) {
  const read = useQuery(webhookQueries.one(id))
  return (
    <OneOfMany name="webhook" read={read} all={<LinkButton to="/office/webhooks">All webhooks</LinkButton>}>
      {(endpoint) => <Endpoint endpoint={endpoint} search={search} />}
    </OneOfMany>
  )
}

function Endpoint({ endpoint, search }: { endpoint: WebhookEndpoint; search: MessagesSearch }) {
  const title = endpoint.description || hostOf(endpoint.url)
  const state = endpointState(endpoint)
  useTitle(title)
  return (
    <>
      <p className="mb-2">
        <Link
          to="/office/webhooks"
          className="link inline-flex min-h-9 items-center text-label touch:min-h-11"
        >
          Webhooks
        </Link>
      </p>
      <ScreenHead
        title={title}
        text={<span className="wrap-anywhere">{endpoint.url}</span>}
        beside={<Tag tone={state.tone}>{state.word}</Tag>}
      >
        <EndpointActions endpoint={endpoint} />
      </ScreenHead>
      <EndpointNotes endpoint={endpoint} />
      <div className="mb-8 max-w-[860px]">
        <Disclosure
          summary={
            endpoint.eventTypes.length === 1 ? '1 event type' : `${endpoint.eventTypes.length} event types`
          }
        >
          <ul className="flex flex-wrap gap-x-5 gap-y-1 text-label text-muted">
            {endpoint.eventTypes.map((type) => (
              <li key={type}>{type}</li>
            ))}
          </ul>
        </Disclosure>
      </div>
      <MessageList endpoint={endpoint} search={search} />
    </>
  )
}

function EndpointNotes({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { enabled, offReason, offAt, failingSince, oldSecretUntil } = endpoint
  const isOldSecretGood = oldSecretUntil !== null && Date.parse(oldSecretUntil) > Date.now()
  return (
    <div className="mb-6 grid max-w-[860px] gap-3 empty:hidden">
      {!enabled && offReason === 'gone' && (
        <Note tone="bad">
          The endpoint reported that it no longer exists (410), so we turned it off{' '}
          {offAt && officeMoment(offAt)}. We keep new events until you turn it on again.
        </Note>
      )}
      {!enabled && offReason === 'failing' && (
        <Note tone="bad">
          The endpoint didn’t respond for five days, so we turned it off {offAt && officeMoment(offAt)}. We
          keep new events until you turn it on again.
        </Note>
      )}
      {!enabled && offReason === 'by_hand' && (
        <Note>Turned off {offAt && officeMoment(offAt)}. We keep new events until it’s on again.</Note>
      )}
      {enabled && failingSince !== null && (
        <Note tone="warn">
          No message has been delivered since {officeMoment(failingSince)}. We retry less often over time, and
          turn the endpoint off after five days.
        </Note>
      )}
      {isOldSecretGood && (
        <Note>
          The previous secret works until {officeMoment(oldSecretUntil)}. Switch to the new one before then.
        </Note>
      )}
    </div>
  )
}

const VIEWS = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'failed', label: 'Failed' },
  { value: 'delivered', label: 'Delivered' },
] as const

type MessageListProps = { endpoint: WebhookEndpoint; search: MessagesSearch }

/** The messages of the last 30 days, with every attempt. */
function MessageList({ endpoint, search: { status, page } }: MessageListProps) {
  const navigate = useNavigate()
  const read = useQuery(webhookQueries.messages(endpoint.id, { status, page }))
  const go = (search: MessagesSearch) =>
    void navigate({
      to: '/office/webhooks/$id',
      params: { id: String(endpoint.id) },
      search,
      resetScroll: false,
    })
  return (
    <>
      <h2 className="mb-3 text-h3">Messages</h2>
      <Segment
        label="Show"
        options={VIEWS}
        value={status ?? 'all'}
        onChange={(next) => go(next === 'all' ? {} : { status: next })}
      />
      <div className="mt-4 max-w-[860px]">
        <PagedList
          label="Messages"
          read={read}
          page={page}
          onPage={(next) => go({ ...(status && { status }), page: next })}
          empty={
            <EmptyState title={status ? 'No messages found' : 'No messages yet'}>
              {status
                ? 'We keep messages for 30 days after they’re delivered or fail.'
                : 'Send a test event to check that your endpoint answers.'}
            </EmptyState>
          }
        >
          {(messages) => (
            <ul>
              {messages.map((message) => (
                <MessageLine key={message.id} endpoint={endpoint} message={message} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </>
  )
}

type MessageLineProps = { endpoint: WebhookEndpoint; message: WebhookMessage }

function MessageLine({ endpoint, message }: MessageLineProps) {
  const { id, eventId } = message
  const again = useSave({
    save: (idempotencyKey) =>
      call(api.resendWebhookMessage, {
        params: { id: endpoint.id, messageId: id },
        idempotencyKey,
      }),
    done: `${eventId} queued again`,
  })
  return (
    <WebhookMessageLine
      message={message}
      atMoment={officeMoment}
      isSending={again.isPending}
      onSendAgain={
        endpoint.enabled
          ? () =>
              again.mutate(undefined, {
                onError: (cause) => showFailure('We couldn’t resend it', cause),
              })
          : undefined
      }
    />
  )
}
