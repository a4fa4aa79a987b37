import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { count, plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { EmptyState } from '../../../parts/Note.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { ReadProblem, RowsLoading } from '../ListParts.tsx'
import { DeskHead } from '../shell/DeskHead.tsx'
import { moment } from '../times.ts'
import { EndpointDialog } from './EndpointDialog.tsx'
import { endpointState } from './webhook-words.ts'
import { type WebhookEndpoint, webhookQueries } from './webhooks.queries.ts'

/** Where what happens here is told to other systems. */
export function WebhooksScreen() {
  const { data, error, isFetching, refetch } = useQuery(webhookQueries.list())
  const [isAdding, setAdding] = useState(false)
  const adding = useRef<HTMLDivElement>(null)
  return (
    <>
      <DeskHead
        title="Webhooks"
        text="What happens here, told to your other systems at once. Every message is signed."
      >
        <div ref={adding}>
          <Button look="primary" onClick={() => setAdding(true)}>
            <Icon of={Plus} />
            Add an endpoint
          </Button>
        </div>
      </DeskHead>
      <h2 className="sr-only">Endpoints</h2>
      {!data && error && <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />}
      {!data && !error && <RowsLoading label="Endpoints" />}
      {data && data.length > 0 && (
        <ul className="max-w-[860px]">
          {data.map((endpoint) => (
            <EndpointLine key={endpoint.id} endpoint={endpoint} />
          ))}
        </ul>
      )}
      {data?.length === 0 && (
        <EmptyState title="No endpoints yet">
          An endpoint is an address of yours that takes a message for each event: an order approved, a card
          claimed, a letter returned. Programs can also read the event log by themselves.
        </EmptyState>
      )}
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
        <Link
          to="/office/webhooks/$id"
          params={{ id: String(id) }}
          className="link wrap-anywhere inline-flex min-h-9 items-center font-semibold touch:min-h-11"
        >
          {description || url}
        </Link>
        <Tag tone={state.tone}>{state.word}</Tag>
      </div>
      {description && <p className="wrap-anywhere text-label">{url}</p>}
      <p className="text-muted text-small">
        {plural(eventTypes.length, 'kind')} of event.{' '}
        {deliveredAt ? `Last arrived ${moment(deliveredAt)}.` : 'Nothing has arrived there yet.'}
        {waitingCount > 0 && ` ${count(waitingCount)} waiting.`}
        {failedCount > 0 && ` ${count(failedCount)} given up.`}
      </p>
    </li>
  )
}
