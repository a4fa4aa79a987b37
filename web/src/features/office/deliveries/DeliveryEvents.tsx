import { useMe } from '../office.queries.ts'
import { byWords } from '../office-words.ts'
import { moment } from '../times.ts'
import type { Delivery } from './deliveries.queries.ts'
import { eventWords } from './delivery-words.ts'

/** What has happened, the latest first. */
export function DeliveryEvents({ events }: { events: Delivery['events'] }) {
  const me = useMe()
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="text-h3">
        What happened
      </h2>
      <ol className="mt-3 text-note">
        {events
          .toSorted((a, b) => b.id - a.id)
          .map(({ id, event, facts, actor, at }) => (
            <li
              key={id}
              className="relative ps-6 pb-[18px] before:absolute before:start-1 before:top-2 before:-bottom-2 before:w-px before:bg-line last:pb-0 last:before:hidden after:absolute after:start-0 after:top-[7px] after:size-[9px] after:rounded-full after:bg-line-strong"
            >
              {eventWords(event)}
              {typeof facts.words === 'string' && facts.words && (
                <span className="block break-words text-small">{facts.words}</span>
              )}
              <span className="block text-muted text-small">
                <time dateTime={at}>{moment(at)}</time>, by {who(actor, me.id)}
              </span>
            </li>
          ))}
      </ol>
    </section>
  )
}

function who(actor: string, ownId: number): string {
  if (actor.startsWith('customer')) return 'the customer'
  if (actor === 'recipient' || actor === 'mail server') return `the ${actor}`
  return byWords(actor, ownId)
}
