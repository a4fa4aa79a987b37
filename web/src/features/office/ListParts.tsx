import { Link } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Ellipsis } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { ApiProblem } from '../../app/api-problem.ts'
import { Button } from '../../parts/Button.tsx'
import { count } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Menu, type MenuEntry } from '../../parts/Menu.tsx'
import { EmptyState, Note } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { ReadProblem } from '../../parts/ReadProblem.tsx'
import { PAGE_SIZE } from './office.queries.ts'
import { restoreFocus } from './office-mutations.ts'

/** Skeleton rows while a list loads. */
function RowsLoading({ label }: { label: string }) {
  return (
    <Loading label={`${label}: loading`}>
      {[0, 1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-12 w-full" />
      ))}
    </Loading>
  )
}

/** A request's state, as useQuery returns it. */
type Read<Data> = { data: Data | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }

type LoadedProps<Data> = {
  /** What it is: "People". */
  label: string
  read: Read<Data>
  children: (data: Data) => ReactNode
}

/** What a request returned: a skeleton while it loads, a button to try again if it failed. */
export function Loaded<Data>({ label, read, children }: LoadedProps<Data>) {
  if (read.data !== undefined) return children(read.data)
  return read.error ? <ReadProblem read={read} /> : <RowsLoading label={label} />
}

export type PagedListProps<Line> = {
  /** What it lists: "Deliveries". */
  label: string
  read: Read<{ count: number; results: readonly Line[] }> & { isPlaceholderData: boolean }
  page: number | undefined
  onPage: (page: number) => void
  /** Shown if there are no lines. */
  empty: ReactNode
  children: (lines: readonly Line[]) => ReactNode
}

/** One page of a list, dimmed while the next one loads, with buttons to turn it. */
export function PagedList<Line>({ label, read, page, onPage, empty, children }: PagedListProps<Line>) {
  return (
    <div className={read.isPlaceholderData ? 'opacity-60' : ''} aria-busy={read.isPlaceholderData}>
      <Loaded label={label} read={read}>
        {({ count: total, results }) => (
          <>
            {results.length > 0 ? children(results) : empty}
            <Paging label={`Pages of ${label.toLowerCase()}`} page={page} total={total} onPage={onPage} />
          </>
        )}
      </Loaded>
    </div>
  )
}

type OneOfManyProps<Data> = {
  /** What it is: "order". */
  name: string
  read: Read<Data>
  /** A link to the list, shown when the item doesn't exist. */
  all: ReactNode
  /** Why the item may not exist. */
  absent?: string
  children: (data: Data) => ReactNode
}

/** One item by its ID in the address: loading, found, missing, or failed. */
export function OneOfMany<Data>({
  name,
  read,
  all,
  absent = 'It may belong to another site.',
  children,
}: OneOfManyProps<Data>) {
  const isAbsent = read.data === undefined && isNotThere(read.error)
  return (
    <>
      {read.data === undefined && (
        <h1 className="sr-only" data-passing>
          One {name}
        </h1>
      )}
      {isAbsent ? (
        <EmptyState title={`We couldn’t find that ${name}`} action={all}>
          {absent}
        </EmptyState>
      ) : (
        <Loaded label={`The ${name}’s parts`} read={read}>
          {children}
        </Loaded>
      )}
    </>
  )
}

/** An ID that isn't a number counts as missing too. */
function isNotThere(error: unknown): boolean {
  return error instanceof ApiProblem && (error.code === 'not_found' || error.code === 'validation_failed')
}

type PagingProps = {
  label: string
  page: number | undefined
  total: number
  onPage: (page: number) => void
}

/** The current page of a list with previous and next buttons. Hidden when one page holds it all. */
function Paging({ label, page = 1, total, onPage }: PagingProps) {
  if (total <= PAGE_SIZE && page === 1) return null
  const first = (page - 1) * PAGE_SIZE + 1
  const last = Math.min(page * PAGE_SIZE, total)
  return (
    <nav aria-label={label} className="mt-5 flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted text-small">
        {count(first)} to {count(last)} of {count(total)}
      </p>
      <div className="flex gap-3">
        <Button size="compact" isDisabled={page === 1} onClick={() => onPage(page - 1)}>
          <Icon of={ChevronLeft} size={18} />
          Previous
        </Button>
        <Button size="compact" isDisabled={last >= total} onClick={() => onPage(page + 1)}>
          Next
          <Icon of={ChevronRight} size={18} />
        </Button>
      </div>
    </nav>
  )
}

type ChangedNoteProps = { children: ReactNode; onSeen: () => void; className: string }

/** Someone else decided first: nothing was sent, and the screen shows the current state. */
export function ChangedNote({ children, onSeen, className }: ChangedNoteProps) {
  function see() {
    onSeen()
    restoreFocus()
  }
  return (
    <Note
      tone="bad"
      className={className}
      action={
        <Button size="compact" onClick={see}>
          Dismiss
        </Button>
      }
    >
      {children}
    </Note>
  )
}

type PanelProps = {
  title: ReactNode
  /** The title's look. */
  head?: string
  className?: string
  children: ReactNode
}

/** A titled part of a screen. */
export function Panel({ title, head = 'text-h3', className, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={head}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A titled list of facts. Facts without a value are left out. */
export function Facts({
  title,
  facts,
}: {
  title: string
  facts: readonly [label: string, value: ReactNode][]
}) {
  return (
    <Panel title={title}>
      <dl className="mt-3 grid gap-1.5">
        {facts
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label} className="flex gap-3">
              <dt className="w-30 shrink-0 text-muted">{label}</dt>
              <dd className="wrap-anywhere min-w-0">{value}</dd>
            </div>
          ))}
      </dl>
    </Panel>
  )
}

/** The actions of one list row. */
export function RowMenu({ label, entries }: { label: string; entries: MenuEntry[] }) {
  return (
    <Menu
      label={label}
      buttonClassName="grid size-9 touch:size-11 place-items-center rounded-control outline-none hover:bg-sunken data-[focus-visible]:outline-2 data-[focus-visible]:outline-solid data-[focus-visible]:outline-accent-line"
      button={<Icon of={Ellipsis} />}
      entries={entries}
    />
  )
}

type RecordLinkProps = {
  of: 'orders' | 'customers' | 'companies' | 'deliveries' | 'fulfillment' | 'webhooks'
  id: number
  children: ReactNode
  className?: string
}

/** A record's name in a list, which leads to its screen. */
export function RecordLink({ of, id, children, className = 'font-medium' }: RecordLinkProps) {
  return (
    <Link
      to={`/office/${of}/$id`}
      params={{ id: String(id) }}
      className={`link inline-flex min-h-9 items-center touch:min-h-11 ${className}`}
    >
      {children}
    </Link>
  )
}

type CompanyLinkProps = { company: { id: number; name: string }; isLink: boolean }

/** A company's name, which leads to its screen for staff who can see it. */
export function CompanyLink({ company: { id, name }, isLink }: CompanyLinkProps) {
  if (!isLink) return name
  return (
    <RecordLink of="companies" id={id}>
      {name}
    </RecordLink>
  )
}

type ScreenHeadProps = { title: string; text?: ReactNode; beside?: ReactNode; children?: ReactNode }

/** A screen's title and text, with its actions on the right. */
export function ScreenHead({ title, text, beside, children }: ScreenHeadProps) {
  return (
    <header className="mb-8 flex flex-wrap items-end gap-4 narrow:mb-6">
      <div className="min-w-[min(100%,280px)] flex-1">
        <div className="flex flex-wrap items-center gap-x-3.5 gap-y-2">
          <h1>{title}</h1>
          {beside}
        </div>
        {text && <p className="mt-1.5 text-muted">{text}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-3 narrow:w-full">{children}</div>}
    </header>
  )
}
