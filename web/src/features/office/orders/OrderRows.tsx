import { formatCents } from '@laurel/domain/money'
import { REVIEW_WORDS } from '@laurel/domain/money-rules'
import { WAYS_TO_PAY } from '@laurel/domain/payment-method'
import type { RewardType } from '@laurel/domain/reward-type'
import { Link } from '@tanstack/react-router'
import { Check, Minus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { age, count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import type { Column } from '../../../parts/table-columns.ts'
import { OfficeStatusTag, shownStatusOf } from '../OfficeStatusTag.tsx'
import type { OfficeOrderLine } from '../office.queries.ts'
import { officeMoment } from '../times.ts'

type OrderRowsProps = {
  label: string
  orders: readonly OfficeOrderLine[]
  /** Set if orders can be chosen for a bulk action. */
  choice?: Choice | undefined
  /** Opens orders in the review queue. */
  isReview?: boolean
  /** Set if the list can be sorted. */
  sorting?: { sort: string; onSort: (sort: string) => void }
}

export const ORDER_COLUMNS: readonly Column[] = [
  { title: 'Order' },
  { title: 'Customer' },
  { title: 'Card type', choice: 'shown', className: 'mid:hidden' },
  { title: 'Status', choice: 'shown' },
  { title: 'Paid by', choice: 'hidden', className: 'mid:hidden' },
  { title: 'Total', isNumber: true, sort: '-total' },
  { title: 'Placed', isNumber: true, sort: '-placed', choice: 'shown' },
]

/** Orders as a table, or as a list on a phone. */
export function OrderRows({ label, orders, choice, isReview = false, sorting }: OrderRowsProps) {
  return (
    <Table stacks aria-label={label} columns={ORDER_COLUMNS} remembers="orders" {...sorting}>
      {orders.map((order) => (
        <Row key={order.id} order={order} choice={choice} isReview={isReview} />
      ))}
    </Table>
  )
}

type RowProps = { order: OfficeOrderLine; choice: Choice | undefined; isReview: boolean }

function Row({ order, choice, isReview }: RowProps) {
  const { customer, placedAt } = order
  const shown = shownStatusOf(order)
  const isOver = shown === 'refunded' || shown === 'declined'
  return (
    <tr className={choice?.isChosen(order.id) ? 'bg-accent-wash' : 'hover:bg-canvas'}>
      <Cell>
        <span className="flex items-center gap-1 whitespace-nowrap">
          {choice && (
            <ChoiceBox
              label={`Order ${order.number}`}
              isChosen={choice.isChosen(order.id)}
              onChoose={(withShift) => choice.choose(order, withShift)}
            />
          )}
          <Link
            to="/office/orders/$id"
            params={{ id: String(order.id) }}
            search={isReview ? { queue: 'review' } : {}}
            className="inline-flex min-h-9 items-center font-semibold text-ink underline-offset-3 hover:underline touch:min-h-11"
          >
            {order.number}
          </Link>
        </span>
      </Cell>
      <Cell className="max-w-[22ch] narrow:order-3 narrow:col-span-2 narrow:max-w-none">
        <span className="block truncate">{customerName(customer)}</span>
        {customer.company && (
          <span className="block truncate text-muted text-small narrow:hidden">{customer.name}</span>
        )}
      </Cell>
      <Cell of="Card type" className="mid:hidden">
        {sentAs(order.rewardTypes, order.cardCount)}
      </Cell>
      <Cell of="Status" className="narrow:order-4 narrow:col-span-2">
        <span className="flex flex-wrap gap-1.5">
          <OfficeStatusTag order={order} />
          {order.heldAt && !isOver && <Tag tone="bad">On hold</Tag>}
          {!isOver && order.reviewReasons.length > 0 && <Tag tone="warn">Flagged</Tag>}
        </span>
        {shown === 'in_review' && order.reviewReasons.length > 0 && (
          <span className="mt-1 block text-muted text-small">
            {order.reviewReasons.map((reason) => REVIEW_WORDS[reason]).join('. ')}
          </span>
        )}
      </Cell>
      <Cell of="Paid by" className="mid:hidden">
        {order.methodCode && WAYS_TO_PAY[order.methodCode].name}
      </Cell>
      <Cell isNumber className="narrow:order-2 narrow:self-center">
        {formatCents(order.totalCents)}
      </Cell>
      <Cell of="Placed" isNumber className="narrow:hidden">
        {placedAt && (
          <time dateTime={placedAt} title={officeMoment(placedAt)}>
            {age(placedAt)} ago
          </time>
        )}
      </Cell>
    </tr>
  )
}

type ChoiceBoxProps = {
  label: string
  isChosen: boolean
  /** True if only some are chosen. */
  isPartly?: boolean
  onChoose: (withShift: boolean) => void
}

/** A native checkbox, whose click event tells whether Shift is pressed. */
export function ChoiceBox({ label, isChosen, isPartly = false, onChoose }: ChoiceBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly && !isChosen
  }, [isPartly, isChosen])
  return (
    <label className="group relative inline-grid min-h-9 min-w-9 shrink-0 cursor-pointer place-content-center place-items-center touch:min-h-11 touch:min-w-11">
      <input
        ref={box}
        type="checkbox"
        aria-label={label}
        checked={isChosen}
        onChange={(event) => onChoose((event.nativeEvent as MouseEvent).shiftKey === true)}
        className="peer absolute inset-0 cursor-pointer opacity-0"
      />
      <span className="grid size-5 place-items-center rounded-[4px] border border-line-strong bg-surface text-on-accent group-hover:border-muted peer-checked:border-accent-line peer-checked:bg-accent-line peer-indeterminate:border-accent-line peer-indeterminate:bg-accent-line peer-focus-visible:outline-2 peer-focus-visible:outline-accent-line peer-focus-visible:outline-offset-2">
        {(isChosen || isPartly) && <Icon of={isChosen ? Check : Minus} size={15} className="stroke-3" />}
      </span>
    </label>
  )
}

/** The server's limit per request. */
export const MOST_CHOSEN = 100

export type Choice = {
  chosen: ReadonlyMap<number, OfficeOrderLine>
  isChosen: (id: number) => boolean
  /** With Shift, the whole range since the last click changes, too. */
  choose: (order: OfficeOrderLine, withShift: boolean) => void
  chooseAll: (isChosen: boolean) => void
  clear: () => void
  /** Keeps only these chosen. */
  keep: (ids: readonly number[]) => void
}

/**
 * The chosen orders, kept across pages in the version that was on screen when they were chosen.
 *
 * @param shown the page's orders, in their order
 */
export function useChoice(shown: readonly OfficeOrderLine[]): Choice {
  const [chosen, setChosen] = useState<ReadonlyMap<number, OfficeOrderLine>>(new Map())
  const last = useRef<number>(undefined)

  function set(orders: readonly OfficeOrderLine[], isChosen: boolean) {
    setChosen((now) => {
      const next = new Map(now)
      for (const order of orders) {
        if (!isChosen) next.delete(order.id)
        else if (next.size < MOST_CHOSEN) next.set(order.id, order)
      }
      return next
    })
  }

  return {
    chosen,
    isChosen: (id) => chosen.has(id),
    choose(order, withShift) {
      const from = withShift ? shown.findIndex(({ id }) => id === last.current) : -1
      const to = shown.indexOf(order)
      const range = from === -1 ? [order] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
      set(range, !chosen.has(order.id))
      last.current = order.id
    },
    chooseAll: (isChosen) => set(shown, isChosen),
    clear: () => setChosen(new Map()),
    keep: (ids) => setChosen((now) => new Map([...now].filter(([id]) => ids.includes(id)))),
  }
}

const NAMES: Readonly<Record<RewardType, string>> = { bulk: 'Bulk', direct: 'Direct', digital: 'Digital' }

/** `Direct and digital, 96`. */
function sentAs(types: readonly RewardType[], cardCount: number): string {
  const [first = '', ...rest] = types.map((type) => NAMES[type])
  const names = [first, ...rest.map((name) => name.toLowerCase())]
  const listed =
    names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return `${listed}, ${count(cardCount)}`
}

/** The business, or else the person. */
export function customerName({ company, name, email }: Record<'company' | 'name' | 'email', string>): string {
  return company || name || email
}
