import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTitle } from '../../../app/title-store.ts'
import { Note } from '../../../parts/Note.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { ReadProblem, RowsLoading } from '../ListParts.tsx'
import type { MessagesSearch } from '../screen-searches.ts'
import { DeskHead } from '../shell/DeskHead.tsx'
import { moment } from '../times.ts'
import { Disclosure } from './Disclosure.tsx'
import { EndpointActions } from './EndpointActions.tsx'
import { MessageList } from './MessageList.tsx'
import { endpointState, hostOf } from './webhook-words.ts'
import { type WebhookEndpoint, webhookQueries } from './webhooks.queries.ts'

/** One endpoint, and everything that was sent there. */
export function WebhookScreen({ id, search }: { id: number; search: MessagesSearch }) {
  const { data: endpoint, error, isFetching, refetch } = useQuery(webhookQueries.one(id))
  if (!endpoint) {
    return (
      <>
        <DeskHead title="Webhook" />
        {error ? (
          <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />
        ) : (
          <RowsLoading label="Messages" />
        )}
      </>
    )
  }
  return <Endpoint endpoint={endpoint} search={search} />
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
      <DeskHead
        title={title}
        text={<span className="wrap-anywhere">{endpoint.url}</span>}
        beside={<Tag tone={state.tone}>{state.word}</Tag>}
      >
        <EndpointActions endpoint={endpoint} />
      </DeskHead>
      <EndpointNotes endpoint={endpoint} />
      <div className="mb-8 max-w-[860px]">
        <Disclosure
          summary={
            endpoint.eventTypes.length === 1
              ? 'One kind of event'
              : `${endpoint.eventTypes.length} kinds of event`
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
          It answered that it is gone for good (410), so it was switched off {offAt && moment(offAt)}. Nothing
          is lost: switched on again, it goes on where it stopped.
        </Note>
      )}
      {!enabled && offReason === 'failing' && (
        <Note tone="bad">
          Nothing arrived there for five days, so it was switched off {offAt && moment(offAt)}. Nothing is
          lost: switched on again, it goes on where it stopped.
        </Note>
      )}
      {!enabled && offReason === 'by_hand' && (
        <Note>Switched off {offAt && moment(offAt)}. What happens meanwhile is kept for it.</Note>
      )}
      {enabled && failingSince !== null && (
        <Note tone="warn">
          Nothing has arrived there since {moment(failingSince)}. It is tried ever more seldom, and switched
          off after five days.
        </Note>
      )}
      {isOldSecretGood && (
        <Note>The secret before signs as well until {moment(oldSecretUntil)}. Change over before then.</Note>
      )}
    </div>
  )
}
