import { countTodos } from '@laurel/domain/office-todos'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { LinkButton } from '../../../parts/Button.tsx'
import { Figures } from '../../../parts/Figures.tsx'
import { age, count, plural } from '../../../parts/format.ts'
import { EmptyState, Note } from '../../../parts/Note.tsx'
import { Loaded, Panel, ScreenHead } from '../ListParts.tsx'
import { officeQueries, type Today, useMay, useMe } from '../office.queries.ts'
import { OrderRows } from '../orders/OrderRows.tsx'
import { wallNow } from '../times.ts'
import { OrderedPanel } from './OrderedPanel.tsx'
import { lasting } from './ordered-words.ts'
import { DONE_BY, TO_DO_TEXTS } from './todo-words.tsx'

const WEEKDAY = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' } as const

/** To-dos first, then orders and their value over time. */
export function TodayScreen() {
  const { name } = useMe()
  const may = useMay()
  const read = useQuery(officeQueries.today())
  const today = read.data
  const now = wallNow()
  const date = new Date(`${now.date}T00:00:00Z`).toLocaleDateString('en-US', WEEKDAY)

  return (
    <>
      <ScreenHead
        title={`${greeting(Number(now.time.slice(0, 2)))}, ${name.split(' ')[0]}`}
        text={today ? `${date}. ${needsWords(countTodos(today.todos))}` : `${date}.`}
      />
      {today?.isLive === false && <NotLive />}
      <h2 className="sr-only">Needs attention</h2>
      <Loaded label="What needs attention" read={read}>
        {(data) => <TodoList today={data} />}
      </Loaded>
      {may('orders.read') && (
        <>
          <div className="mt-12 grid grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)] gap-x-16 gap-y-12 mid:grid-cols-1">
            <OrderedPanel />
            {today && <ToTheDoor today={today} />}
          </div>
          <ToReview />
        </>
      )}
    </>
  )
}

/** Customers can't use the site yet. */
function NotLive() {
  const may = useMay()
  return (
    <Note
      className="mb-8"
      action={
        may('site.edit') && (
          <LinkButton to="/office/go-live" size="compact">
            Open checklist
          </LinkButton>
        )
      }
    >
      <b className="font-semibold">Your site isn’t live yet.</b> Visitors see “Coming soon”.
    </Note>
  )
}

const SHOWN = 8

/** The newest orders in review, with a link to the others. */
function ToReview() {
  const { data } = useQuery(officeQueries.orders({ status: ['in_review'], pageSize: SHOWN }))
  if (!data || data.results.length === 0) return null
  return (
    <Panel title="Waiting for review" className="mt-12">
      <OrderRows label="Waiting for review" orders={data.results} isReview />
      {data.count > data.results.length && (
        <Link
          to="/office/orders"
          search={{ status: 'in_review' }}
          className="link mt-2 inline-flex min-h-11 items-center text-label"
        >
          All {count(data.count)} in review
        </Link>
      )}
    </Panel>
  )
}

function needsWords(total: number): string {
  if (total === 0) return 'Nothing needs attention.'
  return `${plural(total, 'thing needs', 'things need')} attention.`
}

/** @param hour of the day, 0 to 23 */
export function greeting(hour: number): string {
  if (hour >= 18) return 'Good evening'
  return hour < 12 ? 'Good morning' : 'Good afternoon'
}

/** The to-dos: how many, since when, and a link. */
function TodoList({ today }: { today: Today }) {
  const may = useMay()
  // Flagged orders are among those to review, so they are counted there, not twice.
  const todos = today.todos.filter((todo) => todo.count > 0 && todo.kind !== 'flagged')
  const flagged = today.todos.find(({ kind }) => kind === 'flagged')
  if (todos.length === 0) {
    return <EmptyState title="You’re all caught up">New orders and payments appear here.</EmptyState>
  }
  return (
    <ul aria-label="Needs attention">
      {todos.map((todo) => {
        const { title, singular = title, text, link } = TO_DO_TEXTS[todo.kind]
        return (
          <li
            key={todo.kind}
            className="grid min-h-[76px] grid-cols-[minmax(44px,auto)_minmax(0,1fr)_auto_108px] items-center gap-x-4 border-line border-b py-3 narrow:grid-cols-[minmax(36px,auto)_minmax(0,1fr)_100px]"
          >
            <span className="font-semibold text-[1.625rem] tracking-[-0.03em]">{count(todo.count)}</span>
            <div>
              <b className="font-semibold">{todo.count === 1 ? singular : title}</b>
              <p className="text-muted text-small">
                {text(todo, today)}
                {todo.kind === 'review' && flagged && flagged.count > 0 && (
                  <>
                    {' '}
                    <Link
                      to="/office/orders"
                      search={{ status: 'in_review', only: 'flagged' }}
                      className="link"
                    >
                      {count(flagged.count)} of them flagged
                    </Link>
                    .
                  </>
                )}
                {todo.since && <span className="hidden narrow:inline"> {age(todo.since)} waiting.</span>}
              </p>
            </div>
            <span className="text-muted text-small narrow:hidden">
              {todo.since && `${age(todo.since)} waiting`}
            </span>
            {may(DONE_BY[todo.kind]) && link(todo)}
          </li>
        )
      })}
    </ul>
  )
}

/** How fast orders are processed, and how many are at each stage. */
function ToTheDoor({ today: { stages, reviewMinutes, makingMinutes } }: { today: Today }) {
  const may = useMay()
  const bars: { label: string; number: number; to: Pick<LinkProps, 'to' | 'search'> }[] = [
    {
      label: 'Pending payment',
      number: stages.moneyToCome,
      to: may('money.read')
        ? { to: '/office/received-payments', search: { only: 'outstanding' } }
        : { to: '/office/orders', search: { status: 'pending_payment' } },
    },
    {
      label: 'To review',
      number: stages.toReview,
      to: { to: '/office/orders', search: { status: 'in_review' } },
    },
    {
      label: 'In production',
      number: stages.beingMade,
      to: { to: '/office/orders', search: { status: 'approved' } },
    },
    {
      label: 'With carrier',
      number: stages.withCarrier,
      to: { to: '/office/deliveries', search: { group: 'under_way' } },
    },
  ]
  const most = Math.max(1, ...bars.map(({ number }) => number))
  return (
    <Panel title="From payment to delivery" head="mb-4 text-h3">
      <Figures
        figures={[
          { label: 'Review, median', value: said(reviewMinutes), note: 'orders of the last 30 days' },
          { label: 'Production and shipping, median', value: said(makingMinutes), note: 'from approval' },
        ]}
      />
      <h3 className="mt-8 text-label text-muted">Orders at each stage</h3>
      <ul className="mt-1">
        {bars.map(({ label, number, to }) => (
          <li
            key={label}
            className="relative grid min-h-11 grid-cols-[120px_minmax(0,1fr)_auto] items-center gap-x-4 rounded-small hover:bg-canvas"
          >
            <Link
              {...to}
              className="text-ink underline-offset-3 after:absolute after:inset-0 hover:underline"
            >
              {label}
            </Link>
            <span
              aria-hidden="true"
              className="h-2.5 rounded-pill bg-accent-line"
              style={{ width: number === 0 ? 0 : `max(10px, ${(100 * number) / most}%)` }}
            />
            <b className="font-semibold">{count(number)}</b>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function said(minutes: number | null): string {
  return minutes === null ? '–' : lasting(minutes)
}
