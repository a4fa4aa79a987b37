import { api } from '@laurel/contract/routes'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '../../../app/call.ts'
import { useTitle } from '../../../app/shell/navigation.tsx'
import { showFailure } from '../../../app/toast-store.ts'
import { Button, LinkButton } from '../../../parts/Button.tsx'
import { plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { EmptyState, Note } from '../../../parts/Note.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { OneOfMany, PagedList, ScreenHead } from '../ListParts.tsx'
import { useSave } from '../office-mutations.ts'
import type { MessagesSearch } from '../screen-searches.ts'
import { officeMoment } from '../times.ts'
import { EndpointActions } from './EndpointActions.tsx'
import { attemptWords, endpointState, hostOf, messageState } from './webhook-words.ts'
import { type WebhookEndpoint, type WebhookMessage, webhookQueries } from './webhooks.queries.ts'

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

/** One message. Opens to show its body and every response. */
function MessageLine({ endpoint, message }: MessageLineProps) {
  const { id, eventId, type, happenedAt, status, body, attempts, attemptCount } = message
  const state = messageState(message)
  const again = useSave({
    save: (idempotencyKey) =>
      call(api.resendWebhookMessage, {
        params: { id: endpoint.id, messageId: id },
        idempotencyKey,
      }),
    done: `${eventId} queued again`,
  })
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 gap-y-2 border-line border-b py-4 last:border-b-0 narrow:grid-cols-1">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="font-semibold">{type}</b>
          <Tag tone={state.tone}>{state.word}</Tag>
        </p>
        <p className="text-muted text-small">
          {eventId}, {officeMoment(happenedAt)}. {whatNext(message)}
        </p>
        <Disclosure
          summary={
            <>
              {plural(attemptCount, 'try', 'tries')}, and what was sent
              <span className="sr-only"> of {eventId}</span>
            </>
          }
        >
          <ol reversed start={attemptCount} className="my-2 grid list-inside list-decimal gap-3 text-label">
            {attempts.map((attempt, position) => (
              <li key={attempt.id}>
                {officeMoment(attempt.at)}: {attemptWords(attempt)}
                {attempt.answer && (
                  <Code label={`Response to attempt ${attemptCount - position} of ${eventId}`}>
                    {attempt.answer}
                  </Code>
                )}
              </li>
            ))}
          </ol>
          <p className="mt-3 font-medium text-label">Sent</p>
          <Code label={`Message sent for ${eventId}`}>{body}</Code>
        </Disclosure>
      </div>
      {endpoint.enabled && status !== 'waiting' && (
        <Button
          size="compact"
          isPending={again.isPending}
          aria-label={`Send ${eventId} again`}
          className="justify-self-start"
          onClick={() =>
            again.mutate(undefined, {
              onError: (cause) => showFailure('We couldn’t resend it', cause),
            })
          }
        >
          Send again
        </Button>
      )}
    </li>
  )
}

function Code({ label, children }: { label: string; children: string }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="mt-1 max-h-40 overflow-auto rounded-control bg-canvas px-4 py-3 text-small"
    >
      <pre className="whitespace-pre-wrap break-all">{children}</pre>
    </section>
  )
}

function whatNext({ status, nextAt, attempts: [last] }: WebhookMessage): string {
  const went = last ? attemptWords(last) : ''
  if (status !== 'waiting' || nextAt === null) return went
  return last ? `${went} Next attempt ${officeMoment(nextAt)}.` : 'Sending now.'
}

function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className="group">
      <summary className="flex mt-1 min-h-9 w-fit cursor-pointer list-none items-center gap-1.5 rounded-control pe-2 text-label touch:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon
          of={ChevronRight}
          size={16}
          className="transition-transform duration-(--fast) group-open:rotate-90"
        />
        <span>{summary}</span>
      </summary>
      {children}
    </details>
  )
}
