import { formatCents, formatDollars } from '@laurel/domain/money'
import { isUnplaced } from '@laurel/domain/order-status'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import { endSentence } from '@laurel/domain/sentence'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, Search } from 'lucide-react'
import { useDeferredValue, useId, useState } from 'react'
import { Button } from '../../parts/Button.tsx'
import { type CardItem, CardItemCanvas } from '../../parts/card/CardItemCanvas.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { count, plural } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { ReadProblem } from '../../parts/ReadProblem.tsx'
import { SaveDesign } from '../../parts/SaveDesign.tsx'
import { Cell, Table } from '../../parts/Table.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { useSettled } from '../../parts/use-settled.ts'
import { orderListQueries } from './order-lists.queries.ts'
import { deliveryWord, fullName, isUnderWay, itemName, type OrderRecipient, sentTo } from './order-words.ts'

/** The designs of an order, each with its recipients. */
export function OrderItems({ order, items }: { order: Order; items: readonly CardItem[] }) {
  return (
    <section className="mt-12" aria-labelledby="what-is-in-it">
      <h2 id="what-is-in-it">Items</h2>
      <ul className="mt-1">
        {items.map((item) => (
          <li key={item.id} className="border-line border-b py-6 last:border-0">
            <OrderItem order={order} item={item} startsOpen={items.length === 1} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type OrderItemProps = { order: Order; item: CardItem; startsOpen: boolean }

function OrderItem({ order, item, startsOpen }: OrderItemProps) {
  const [isOpen, setOpen] = useState(startsOpen)
  const listId = useId()
  const people = item.recipientCount
  return (
    <article aria-label={itemName(item)}>
      <div className="grid grid-cols-[132px_1fr_auto] gap-x-5 gap-y-1 narrow:grid-cols-[104px_1fr] narrow:gap-x-4">
        <CardItemCanvas item={item} thumb className="row-span-4 self-start" />
        <h3 className="min-w-0 break-words">{itemName(item)}</h3>
        <b className="font-semibold leading-[1.575rem] narrow:col-start-2">{formatCents(item.valueCents)}</b>
        <p className="col-start-2 col-end-[-1] text-muted text-small">
          {REWARD_TYPE_TITLES[item.rewardTypeData.name]}, {amountsText(item)}. {endSentence(item.reward.name)}
        </p>
        {item.message && (
          <blockquote className="col-start-2 col-end-[-1] mt-1 max-w-[60ch] whitespace-pre-line break-words border-line border-s-2 ps-3 text-small">
            {item.message}
            {item.senderName && <footer className="mt-1 text-muted">{item.senderName}</footer>}
          </blockquote>
        )}
        <div className="not-printed col-start-2 col-end-[-1] flex flex-wrap gap-x-6">
          {people > 0 && (
            <Button
              look="link"
              aria-expanded={isOpen}
              aria-controls={listId}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Hide' : 'Show'} {people === 1 ? 'the recipient' : `the ${count(people)} recipients`}
              <Icon of={ChevronDown} size={18} className={isOpen ? 'rotate-180' : ''} />
            </Button>
          )}
          {!isUnplaced(order.status) && (
            <SaveDesign look="link" name={itemName(item)} cardItemId={() => Promise.resolve(item.id)} />
          )}
        </div>
      </div>
      <div id={listId} className="not-printed">
        {isOpen && people > 0 && (
          <ItemRecipients
            orderId={order.id}
            item={item}
            isRejected={order.status === 'declined' || order.refundState === 'full'}
            isUnderWay={isUnderWay(order)}
          />
        )}
      </div>
    </article>
  )
}

/** `40 cards at $50`, or `222 cards: 200 at $100, 22 at $75`. */
function amountsText({ amounts, cardCount }: CardItem): string {
  const [only, ...others] = amounts
  if (!only || others.length === 0) {
    return `${plural(cardCount, 'card')}${only ? ` at ${formatDollars(only.eachCents)}` : ''}`
  }
  const each = amounts.map((part) => `${count(part.count)} at ${formatDollars(part.eachCents)}`)
  return `${plural(cardCount, 'card')}: ${each.join(', ')}`
}

const SEARCH_FROM = 10

type ItemRecipientsProps = {
  orderId: number
  item: CardItem
  isRejected: boolean
  /** True if the deliveries below show each card's state. */
  isUnderWay: boolean
}

/** A design's recipients, page by page. Long lists can be searched. */
function ItemRecipients({ orderId, item, isRejected, isUnderWay }: ItemRecipientsProps) {
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
      {error && <ReadProblem read={{ error, isFetching, refetch }} className="mt-3" />}
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
  people: readonly OrderRecipient[]
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
      columns={['Recipient', 'Sent to', { title: 'Value', isNumber: true }, ...(isUnderWay ? [] : ['State'])]}
    >
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
    </Table>
  )
}
