import { formatCents, formatDollars } from '@laurel/domain/money'
import { isUnplaced } from '@laurel/domain/order-status'
import { REWARD_TYPE_TITLES } from '@laurel/domain/reward-type'
import { endSentence } from '@laurel/domain/sentence'
import type { Texts } from '@laurel/domain/texts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, Search } from 'lucide-react'
import { useDeferredValue, useId, useState } from 'react'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { type CardItem, CardItemCanvas } from '../../parts/card/CardItemCanvas.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { count } from '../../parts/format.ts'
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
  const i18n = useTexts()

  return (
    <section className="mt-12" aria-labelledby="what-is-in-it">
      <h2 id="what-is-in-it">{i18n.t('Items')}</h2>
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
  const i18n = useTexts()
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
          {i18n.t(REWARD_TYPE_TITLES[item.rewardTypeData.name])}, {amountsText(item)}.{' '}
          {endSentence(item.reward.name)}
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
              {showWords(i18n, isOpen, people)}
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

function showWords(i18n: Texts, isOpen: boolean, people: number): string {
  if (people === 1) return isOpen ? i18n.t('Hide the recipient') : i18n.t('Show the recipient')
  const all = { people: count(people) }
  return isOpen ? i18n.t('Hide the {people} recipients', all) : i18n.t('Show the {people} recipients', all)
}

/** `40 cards at $50`, or `222 cards: 200 at $100, 22 at $75`. */
function amountsText({ amounts, cardCount }: CardItem): string {
  const i18n = pageTexts()

  const [only, ...others] = amounts
  if (!only || others.length === 0) {
    return only
      ? i18n.t('{cards, plural, one {# card} other {# cards}} at {each}', {
          cards: cardCount,
          each: formatDollars(only.eachCents),
        })
      : i18n.t('{cards, plural, one {# card} other {# cards}}', { cards: cardCount })
  }
  const each = amounts.map((part) =>
    i18n.t('{number} at {each}', { number: count(part.count), each: formatDollars(part.eachCents) }),
  )
  return `${i18n.t('{cards, plural, one {# card} other {# cards}}', { cards: cardCount })}: ${each.join(', ')}`
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
  const i18n = useTexts()
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
          label={i18n.t('Find a person')}
          value={typed}
          onChange={setTyped}
          type="search"
          placeholder={i18n.t('Name, email, or address')}
          before={<Icon of={Search} size={18} className="text-muted" />}
          className="mb-3 max-w-[340px]"
        />
      )}
      {data && found === 0 && (
        <p className="py-4 text-muted">{i18n.t('No one on this list matches “{search}”.', { search })}</p>
      )}
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
        <Loading label={i18n.t('Loading the recipients')}>
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </Loading>
      )}
      {error && <ReadProblem read={{ error, isFetching, refetch }} className="mt-3" />}
      {hasNextPage && (
        <div className="mt-4 flex flex-wrap items-center gap-4">
          <Button size="compact" isPending={isFetchingNextPage} onClick={() => fetchNextPage()}>
            {i18n.t('Show more')}
          </Button>
          <span className="text-muted text-small">
            {i18n.t('{shown} of {all, plural, one {# person} other {# people}}', {
              shown: count(people.length),
              all: found,
            })}
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
  const i18n = useTexts()
  const isDigital = item.rewardTypeData.name === 'digital'
  return (
    <Table
      stacks
      aria-label={i18n.t('Recipients of {name}', { name: itemName(item) })}
      aria-busy={isDimmed}
      className={`transition-opacity duration-(--fast) ${isDimmed ? 'opacity-60' : ''}`}
      columns={[
        i18n.t('Recipient'),
        i18n.t('Sent to'),
        { title: i18n.t('Value'), isNumber: true },
        ...(isUnderWay ? [] : [i18n.t('Status')]),
      ]}
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
