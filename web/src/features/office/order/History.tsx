import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { StickyNote } from 'lucide-react'
import { Icon } from '../../../parts/Icon.tsx'
import { type OfficeOrder, useMe } from '../office.queries.ts'
import { moment } from '../times.ts'
import { happeningWords, saidWith, whoWords } from './happening-words.ts'
import { type Happening, type OrderNote, officeOrderQueries } from './order.queries.ts'

type Told = { key: string; at: string; happening?: Happening; note?: OrderNote }

/** What has happened and what colleagues noted, the latest first. */
export function History({ order: { id } }: { order: OfficeOrder['order'] }) {
  const { data } = useQuery(officeOrderQueries.history(id))
  if (!data) return null
  const told: Told[] = [
    ...data.happened.map((happening) => ({ key: happening.key, at: happening.at, happening })),
    ...data.notes.map((note) => ({ key: `note:${note.id}`, at: note.at, note })),
  ].toSorted((a, b) => b.at.localeCompare(a.at))
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="text-h3">
        What happened
      </h2>
      <ol className="mt-3 text-note">
        {told.map(({ key, at, happening, note }) => (
          <li
            key={key}
            className="relative ps-6 pb-[18px] before:absolute before:start-1 before:top-2 before:-bottom-2 before:w-px before:bg-line last:pb-0 last:before:hidden after:absolute after:start-0 after:top-[7px] after:size-[9px] after:rounded-full after:bg-line-strong"
          >
            {happening && <HappeningWords happening={happening} />}
            {note && (
              <span className="flex gap-1.5">
                <Icon of={StickyNote} size={16} className="mt-0.5 text-muted" label="Note:" />
                <span className="wrap-anywhere line-clamp-3 min-w-0 whitespace-pre-line">{note.text}</span>
              </span>
            )}
            <Foot at={at} by={happening ?? note} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function HappeningWords({ happening }: { happening: Happening }) {
  const { deliveryId, recipient, words } = happening
  return (
    <>
      {happeningWords(happening)}
      {deliveryId !== null && (
        <>
          {': '}
          <Link to="/office/deliveries/$id" params={{ id: String(deliveryId) }} className="link break-words">
            {recipient || 'no name'}
          </Link>
        </>
      )}
      {words && <span className="wrap-anywhere block text-small">{saidWith(happening)}</span>}
    </>
  )
}

function Foot({ at, by }: { at: string; by: Pick<Happening, 'by' | 'byName'> | undefined }) {
  const { id } = useMe()
  return (
    <span className="block text-muted text-small">
      <time dateTime={at}>{moment(at)}</time>
      {by && by.by !== '' && `, ${whoWords(by, id)}`}
    </span>
  )
}
