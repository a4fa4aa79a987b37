import { formatCents } from '@laurel/domain/money'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { approvalQueries } from '../../../app/approval.queries.ts'
import { translated, useTexts } from '../../../app/texts.ts'
import { Button } from '../../../parts/Button.tsx'
import { count } from '../../../parts/format.ts'
import { ReadProblem } from '../../../parts/ReadProblem.tsx'
import { Tag } from '../../../parts/Tag.tsx'

const SEEN_AT_FIRST = 5

/** Who gets a card; those who got one lately come first. Bulk cards have no recipients. */
export function RequestPeople({ id }: { id: number }) {
  const i18n = useTexts()
  const read = useInfiniteQuery(approvalQueries.recipients(id))
  const [isWhole, setWhole] = useState(false)
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = read
  const all = data?.pages.at(-1)?.count ?? 0
  const loaded = data?.pages.flatMap(({ results }) => results) ?? []
  const people = isWhole ? loaded : loaded.slice(0, SEEN_AT_FIRST)
  if (error) return <ReadProblem read={read} className="mt-8" />
  if (all === 0) return null
  return (
    <section aria-labelledby="people" className="mt-8">
      <h3 id="people" className="scroll-mt-6 text-h3">
        {i18n.t('People')} <span className="font-normal text-muted">{count(all)}</span>
      </h3>
      <ul className="mt-1 divide-y divide-line">
        {people.map((person) => (
          <li key={person.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <div className="wrap-anywhere min-w-0">
              <b className="me-1.5 font-medium">{person.name}</b>
              <span className="text-muted text-small narrow:block">{person.where}</span>
              {person.received && (
                <span className="block text-muted text-small">{translated(i18n, person.received)}</span>
              )}
            </div>
            <span className="flex items-center gap-3">
              {person.received && <Tag tone="warn">{i18n.t('Got one recently')}</Tag>}
              {formatCents(person.amountCents)}
            </span>
          </li>
        ))}
      </ul>
      {!isWhole && all > people.length && (
        <Button look="link" className="mt-1" onClick={() => setWhole(true)}>
          {i18n.t('See all {people, plural, one {# person} other {# people}}', { people: all })}
        </Button>
      )}
      {isWhole && hasNextPage && (
        <Button
          size="compact"
          className="mt-3"
          isPending={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          {i18n.t('Show more')}
        </Button>
      )}
    </section>
  )
}
