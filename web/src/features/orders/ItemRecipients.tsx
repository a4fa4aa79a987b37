import { formatCents } from '@laurel/domain/money'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { formError } from '../../app/api-problem.ts'
import { Button } from '../../parts/Button.tsx'
import type { CardItem } from '../../parts/card/card-item-look.ts'
import { count, plural } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Note } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Skeleton.tsx'
import { Cell, HeadCell, Table } from '../../parts/Table.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { orderListQueries } from './order-lists.queries.ts'
import { itemName } from './order-words.ts'
import { deliveryWord, fullName, type Recipient, sentTo } from './recipient-words.ts'
import { useSettled } from './use-settled.ts'

const SEARCH_FROM = 10

type ItemRecipientsProps = {
  orderId: number
  item: CardItem
  isRejected: boolean
  /** How far each card is stands elsewhere. */
  isUnderWay: boolean
}

/** The people one design goes to, a page at a time; longer lists can be searched. */
export function ItemRecipients({ orderId, item, isRejected, isUnderWay }: ItemRecipientsProps) {
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(useSettled(typed.trim()))
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      ...orderListQueries.recipients(orderId, item.id, search),
      placeholderData: keepPreviousData,
    })
  const people = data?.pages.flatMap(({ results }) => results) ?? []
  const found = data?.pages.at(-1)?.count ?? 0

  return (
    <div className="mt-4">
      {item.recipientCount > SEARCH_FROM && (
        <TextField
          label="Find a person"
          value={typed}
          onChange={setTyped}
          type="search"
          placeholder="Name, email or address"
          before={<Icon of={Search} size={18} className="text-muted" />}
          className="mb-3 max-w-[340px]"
        />
      )}
      {data && found === 0 && <p className="py-4 text-muted">No one on this list matches “{search}”.</p>}
      {people.length > 0 && (
        <RecipientTable
          people={people}
          item={item}
          isRejected={isRejected}
          isUnderWay={isUnderWay}
          isDimmed={isFetching && !isFetchingNextPage}
        />
      )}
      {!data && !error && (
        <Loading label="Loading the recipients">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </Loading>
      )}
      {error && (
        <Note
          tone="bad"
          className="mt-3"
          action={
            <Button size="compact" onClick={() => refetch()}>
              Try again
            </Button>
          }
        >
          {formError(error)}
        </Note>
      )}
      {hasNextPage && (
        <div className="mt-4 flex flex-wrap items-center gap-4">
          <Button size="compact" isPending={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show more
          </Button>
          <span className="text-muted text-small">
            {count(people.length)} of {plural(found, 'person', 'people')}
          </span>
        </div>
      )}
    </div>
  )
}

type RecipientTableProps = {
  people: readonly Recipient[]
  item: CardItem
  isRejected: boolean
  isUnderWay: boolean
  isDimmed: boolean
}

function RecipientTable({ people, item, isRejected, isUnderWay, isDimmed }: RecipientTableProps) {
  const isDigital = item.rewardTypeData.name === 'digital'
  return (
    <Table
      stacks
      aria-label={`Recipients of ${itemName(item)}`}
      aria-busy={isDimmed}
      className={`transition-opacity duration-(--fast) ${isDimmed ? 'opacity-60' : ''}`}
    >
      <thead>
        <tr>
          <HeadCell>Recipient</HeadCell>
          <HeadCell>Sent to</HeadCell>
          <HeadCell isNumber>Value</HeadCell>
          {!isUnderWay && <HeadCell>State</HeadCell>}
        </tr>
      </thead>
      <tbody>
        {people.map((person) => {
          const { tone, word } = deliveryWord(person.deliveryState, isRejected)
          return (
            <tr key={person.id}>
              <Cell className="break-words font-semibold">{fullName(person)}</Cell>
              <Cell className="break-words text-muted text-small narrow:order-1 narrow:col-span-2">
                {sentTo(person, isDigital)}
              </Cell>
              <Cell isNumber>{formatCents(person.amountCents ?? item.denominationCents ?? 0)}</Cell>
              {!isUnderWay && (
                <Cell className="narrow:order-2 narrow:col-span-2 narrow:mt-1!">
                  <Tag tone={tone}>{word}</Tag>
                </Cell>
              )}
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
