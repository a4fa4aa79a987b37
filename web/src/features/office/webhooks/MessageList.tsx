import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { Paging, ReadProblem, RowsLoading } from '../ListParts.tsx'
import type { MessagesSearch } from '../screen-searches.ts'
import { MessageLine } from './MessageLine.tsx'
import { type WebhookEndpoint, webhookQueries } from './webhooks.queries.ts'

const VIEWS = [
  { value: 'all', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'failed', label: 'Given up' },
  { value: 'delivered', label: 'Delivered' },
] as const

type MessageListProps = { endpoint: WebhookEndpoint; search: MessagesSearch }

/** What was sent in the last thirty days, and every try. */
export function MessageList({ endpoint, search: { status, page } }: MessageListProps) {
  const navigate = useNavigate()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    webhookQueries.messages(endpoint.id, { status, page }),
  )
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
      <div
        className={`mt-4 max-w-[860px] ${isPlaceholderData ? 'opacity-60' : ''}`}
        aria-busy={isPlaceholderData}
      >
        {!data && error && <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />}
        {!data && !error && <RowsLoading label="Messages" />}
        {data && data.results.length > 0 && (
          <ul>
            {data.results.map((message) => (
              <MessageLine key={message.id} endpoint={endpoint} message={message} />
            ))}
          </ul>
        )}
        {data?.results.length === 0 && (
          <EmptyState title={status ? 'None of these' : 'Nothing was sent yet'}>
            {status
              ? 'Messages are kept here for thirty days after they arrived or were given up.'
              : 'A test event shows whether somebody listens.'}
          </EmptyState>
        )}
        {data && (
          <Paging
            label="Pages of messages"
            page={page}
            total={data.count}
            onPage={(next) => go({ ...(status && { status }), page: next })}
          />
        )}
      </div>
    </>
  )
}
