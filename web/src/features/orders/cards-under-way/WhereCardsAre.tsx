import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { pageTexts, useTexts } from '../../../app/texts.ts'
import { Button } from '../../../parts/Button.tsx'
import type { Order } from '../../../parts/delivery-text.ts'
import { count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Loading, Skeleton } from '../../../parts/Progress.tsx'
import { ReadProblem } from '../../../parts/ReadProblem.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { Chip, Chips, Tag } from '../../../parts/Tag.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { useSettled } from '../../../parts/use-settled.ts'
import {
  DELIVERIES_PER_PAGE,
  type Delivery,
  type DeliveryFilter,
  type DeliveryPage,
  deliveryQueries,
} from './deliveries.queries.ts'
import {
  deliveryAction,
  deliveryDetail,
  deliveryName,
  deliveryPlace,
  deliveryState,
} from './delivery-words.ts'

const FixDialog = lazy(() =>
  import('./DeliveryDialogs.tsx').then((module) => ({ default: module.FixDialog })),
)
const ResendDialog = lazy(() =>
  import('./DeliveryDialogs.tsx').then((module) => ({ default: module.ResendDialog })),
)

type Shown = DeliveryFilter['group']

const GROUPS: ReadonlyArray<{ group: Shown; label: string }> = [
  { group: undefined, label: /*i18n*/ 'Everyone' },
  { group: 'needs_a_hand', label: /*i18n*/ 'Need attention' },
  { group: 'waiting', label: /*i18n*/ 'Waiting' },
  { group: 'under_way', label: /*i18n*/ 'On the way' },
  { group: 'arrived', label: /*i18n*/ 'Arrived' },
  { group: 'over', label: /*i18n*/ 'Replaced or canceled' },
  { group: 'thanked', label: /*i18n*/ 'Thank-you notes' },
]
const SEARCH_FROM = 10

/** The deliveries of an approved order, and what the customer can do about them. */
export function WhereCardsAre({ order }: { order: Order }) {
  const i18n = useTexts()

  // A link to what needs attention opens that filter.
  const comesToFix = useLocation().hash === 'needs-attention'
  const [group, setGroup] = useState<Shown>(comesToFix ? 'needs_a_hand' : undefined)
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const [fixed, setFixed] = useState<Delivery>()
  const [isResending, setResending] = useState(false)
  const search = useSettled(typed.trim())
  const read = useQuery(deliveryQueries.page(order.id, { group, search, page }))
  const { data, isPlaceholderData } = read
  const isHere = data !== undefined
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (comesToFix && isHere) section.current?.scrollIntoView?.()
  }, [comesToFix, isHere])

  if (!data) {
    if (read.error) return <ReadProblem read={read} className="mt-12" />
    return (
      <section className="mt-12">
        <Loading label={i18n.t('Loading cards')}>
          <Skeleton className="h-8 w-2/5" />
          <Skeleton className="h-3" />
          <Skeleton className="h-24" />
        </Loading>
      </section>
    )
  }
  const all = Object.values(data.counts).reduce((sum, number) => sum + number, 0)
  // The order was just approved, and its deliveries are still being created.
  if (all === 0) return null
  return (
    <section ref={section} className="mt-12 scroll-mt-24" aria-labelledby="where-the-cards-are">
      <Arrived counts={data.counts} />
      <div className="not-printed mt-8 flex flex-wrap items-center justify-between gap-3">
        <Chips label={i18n.t('Show')}>
          {GROUPS.filter(
            ({ group: one }) => one === undefined || !isRare(one) || numberOf(data, one) > 0,
          ).map(({ group: one, label }) => (
            <Chip
              key={label}
              isSelected={group === one}
              number={one === undefined ? all : numberOf(data, one)}
              onPress={() => {
                setGroup(one)
                setPage(1)
              }}
            >
              {i18n.t(label)}
            </Chip>
          ))}
        </Chips>
        {group === 'needs_a_hand' && data.count > 0 && order.isOwn && (
          <Button onClick={() => setResending(true)}>
            {data.count === 1
              ? i18n.t('Resend')
              : i18n.t('Resend all {number}', { number: count(data.count) })}
          </Button>
        )}
      </div>
      {all > SEARCH_FROM && (
        <TextField
          label={i18n.t('Find a recipient')}
          value={typed}
          onChange={(text) => {
            setTyped(text)
            setPage(1)
          }}
          type="search"
          placeholder={i18n.t('Name or email')}
          before={<Icon of={Search} size={18} className="text-muted" />}
          className="not-printed mt-4 max-w-[340px]"
        />
      )}
      {data.results.length === 0 ? (
        <p className="py-8 text-muted">{noneWords(group, search)}</p>
      ) : (
        <DeliveryTable
          deliveries={data.results}
          isDimmed={isPlaceholderData}
          {...(order.isOwn && { onFix: setFixed })}
        />
      )}
      <Pages page={page} found={data.count} onPage={setPage} />
      {isResending && (
        <Suspense fallback={null}>
          <ResendDialog orderId={order.id} search={search} onClose={() => setResending(false)} />
        </Suspense>
      )}
      {fixed && (
        <Suspense fallback={null}>
          <FixDialog delivery={fixed} onClose={() => setFixed(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

/** Filters that only show if they find something. */
function isRare(group: Shown): boolean {
  return group === 'over' || group === 'thanked'
}

function numberOf({ counts, thankedCount }: DeliveryPage, group: NonNullable<Shown>): number {
  if (group === 'thanked') return thankedCount
  const keys = {
    waiting: 'waiting',
    under_way: 'underWay',
    arrived: 'arrived',
    needs_a_hand: 'needsAHand',
    over: 'over',
  } as const
  return counts[keys[group]]
}

function noneWords(group: Shown, search: string): string {
  const i18n = pageTexts()

  if (search !== '') return i18n.t('No recipient matches “{search}”.', { search })
  return group === 'needs_a_hand' ? i18n.t('No cards need attention.') : i18n.t('No cards here right now.')
}

/** A bar of arrived, on the way, and failed. */
function Arrived({ counts }: { counts: DeliveryPage['counts'] }) {
  const i18n = useTexts()
  const parts = [
    {
      label: i18n.t('{number, plural, other {# delivered or claimed}}', { number: counts.arrived }),
      number: counts.arrived,
      color: 'bg-accent-line',
    },
    {
      label: i18n.t('{number, plural, other {# on the way}}', { number: counts.underWay }),
      number: counts.underWay,
      color: 'bg-accent-line/50',
    },
    {
      label: i18n.t('{number, plural, other {# waiting}}', { number: counts.waiting }),
      number: counts.waiting,
      color: 'bg-line-mid',
    },
    {
      label: i18n.t('{number, plural, one {# needs attention} other {# need attention}}', {
        number: counts.needsAHand,
      }),
      number: counts.needsAHand,
      color: 'bg-warn',
    },
  ].filter(({ number }) => number > 0)
  const all = parts.reduce((sum, { number }) => sum + number, 0)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="where-the-cards-are">{i18n.t('Where the cards are')}</h2>
        {all > 0 && (
          <b className="font-semibold">
            {i18n.t('{arrived} of {deliveries, plural, one {# delivery} other {# deliveries}} arrived', {
              arrived: count(counts.arrived),
              deliveries: all,
            })}
          </b>
        )}
      </div>
      <div aria-hidden="true" className="flex h-3 gap-[3px]">
        {parts.map(({ label, number, color }) => (
          <span key={label} className={`min-w-2 rounded-[3px] ${color}`} style={{ flexGrow: number }} />
        ))}
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-small">
        {parts.map(({ label, color }) => (
          <li key={label} className="flex items-center gap-2">
            <span aria-hidden="true" className={`size-2.5 rounded-[2px] ${color}`} />
            {label}
          </li>
        ))}
      </ul>
    </>
  )
}

function Pages({ page, found, onPage }: { page: number; found: number; onPage: (page: number) => void }) {
  const i18n = useTexts()
  const last = Math.ceil(found / DELIVERIES_PER_PAGE)
  if (last <= 1) return null
  return (
    <nav
      aria-label={i18n.t('Pages of recipients')}
      className="not-printed mt-4 flex flex-wrap items-center gap-4"
    >
      <Button size="compact" isDisabled={page === 1} onClick={() => onPage(page - 1)}>
        {i18n.t('Previous')}
      </Button>
      <span className="text-muted text-small">
        {i18n.t('Page {page} of {last}', { page: count(page), last: count(last) })}
      </span>
      <Button size="compact" isDisabled={page >= last} onClick={() => onPage(page + 1)}>
        {i18n.t('Next')}
      </Button>
    </nav>
  )
}

type DeliveryTableProps = {
  deliveries: readonly Delivery[]
  /** True while the previous filter's rows are shown. */
  isDimmed: boolean
  /** Only for the customer who placed the order. */
  onFix?: (delivery: Delivery) => void
}

/** Each delivery with its recipient, state, and button. */
function DeliveryTable({ deliveries, isDimmed, onFix }: DeliveryTableProps) {
  const i18n = useTexts()

  return (
    <Table
      stacks
      aria-label={i18n.t('Where each card is')}
      aria-busy={isDimmed}
      className={`mt-2 transition-opacity duration-(--fast) ${isDimmed ? 'opacity-60' : ''}`}
      columns={[
        i18n.t('Recipient'),
        i18n.t('Sent to'),
        { title: i18n.t('Value'), isNumber: true },
        i18n.t('Status'),
        { title: i18n.t('Actions'), isUnseen: true },
      ]}
    >
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} {...(onFix && { onFix: () => onFix(delivery) })} />
      ))}
    </Table>
  )
}

function DeliveryRow({ delivery, onFix }: { delivery: Delivery; onFix?: () => void }) {
  const { tone, word } = deliveryState(delivery)
  const i18n = useTexts()
  const detail = deliveryDetail(delivery)
  const action = onFix && deliveryAction(delivery)
  return (
    <tr>
      <Cell className="break-words font-semibold">
        {deliveryName(delivery)}
        {delivery.thanks && (
          <q className="mt-1 block whitespace-pre-line font-normal text-small [overflow-wrap:anywhere]">
            {delivery.thanks}
          </q>
        )}
      </Cell>
      <Cell className="break-words text-muted text-small [overflow-wrap:anywhere] narrow:order-1 narrow:col-span-2">
        {deliveryPlace(delivery)}
      </Cell>
      <Cell isNumber>{formatCents(delivery.valueCents)}</Cell>
      <Cell className="narrow:order-2 narrow:col-span-2 narrow:mt-1!">
        <Tag tone={tone}>{i18n.t(word)}</Tag>
        {detail && <span className="mt-1 block text-small">{detail}</span>}
        <Tracking delivery={delivery} />
      </Cell>
      <Cell className="text-end narrow:order-3 narrow:col-span-2 narrow:mt-2! narrow:text-start narrow:empty:hidden">
        {action && (
          <Button
            size="compact"
            aria-label={`${action}: ${deliveryName(delivery)}`}
            className="not-narrow:w-full"
            onClick={onFix}
          >
            {action}
          </Button>
        )}
      </Cell>
    </tr>
  )
}

function Tracking({ delivery: { trackingNumber, trackingUrl, carrier } }: { delivery: Delivery }) {
  if (trackingNumber === '') return null
  const text = `${carrier} ${trackingNumber}`.trim()
  return (
    <span className="mt-1 block break-all text-small">
      {trackingUrl ? (
        <a href={trackingUrl} target="_blank" rel="noreferrer" className="link">
          {text}
        </a>
      ) : (
        text
      )}
    </span>
  )
}
