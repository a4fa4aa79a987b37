import { api } from '@laurel/contract/routes'
import { CARDS_ANCHOR, type NoticeKind, needsAttention, noticeSentence } from '@laurel/domain/notice-words'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  ChartPie,
  CircleCheck,
  type LucideIcon,
  Mail,
  Pencil,
  TriangleAlert,
  Truck,
  Undo2,
  UserPlus,
  Wallet,
} from 'lucide-react'
import { type ReactElement, useEffect, useId, useRef, useState } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { Button } from '../../parts/Button.tsx'
import { day, moment } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Spinner } from '../../parts/Progress.tsx'
import { type AnswerOf, call } from '../call.ts'
import { useCompanies, useSwitchCompany } from '../company.queries.ts'
import { noticeQueries } from '../orders.queries.ts'
import { paths } from '../paths.ts'
import { pageTexts, useTexts } from '../texts.ts'

type NoticePopoverProps = { label: string; button: ReactElement; buttonClassName: string }

/** The bell and its popover. It mounts when the bell is clicked, so it opens at once. */
export function NoticePopover({ label, button, buttonClassName }: NoticePopoverProps) {
  const headingId = useId()
  const bell = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // This button replaces the clicked one, so that closing returns the focus to it.
  useEffect(() => {
    bell.current?.focus()
    setOpen(true)
  }, [])
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton ref={bell} aria-label={label} className={buttonClassName}>
        {button}
      </AriaButton>
      <Popover
        placement="bottom end"
        aria-labelledby={headingId}
        className="w-[min(400px,calc(100vw-24px))] overflow-auto rounded-toast bg-raised outline-none shadow-lift-3 data-[entering]:animate-appear"
      >
        {/* The popover itself is the dialog, so that its dismiss buttons are inside the dialog. */}
        <NoticeList headingId={headingId} onFollow={() => setOpen(false)} />
      </Popover>
    </DialogTrigger>
  )
}

type NoticeListProps = { headingId: string; onFollow: () => void }

/** News about the customer's orders, newest first. */
function NoticeList({ headingId, onFollow }: NoticeListProps) {
  const i18n = useTexts()
  const list = useInfiniteQuery(noticeQueries.list())
  const { seeAll, seeOne } = useSeeing()
  const notices = distinct(list.data?.pages.flatMap(({ results }) => results) ?? [])
  const newest = notices[0]
  const hasUnseen = (list.data?.pages[0]?.unseenCount ?? 0) > 0
  return (
    <>
      <div className="flex min-h-14 items-center justify-between gap-3 border-line border-b px-5">
        <h2 id={headingId} className="font-semibold text-body">
          {i18n.t('Notifications')}
        </h2>
        {hasUnseen && newest && (
          <Button
            look="link"
            size="compact"
            isPending={seeAll.isPending}
            onClick={() => seeAll.mutate(newest.id)}
          >
            {i18n.t('Mark all as read')}
          </Button>
        )}
      </div>
      {list.isPending && (
        <div className="grid place-items-center py-10">
          <Spinner label={i18n.t('Loading notifications')} />
        </div>
      )}
      {list.isError && (
        <p role="alert" className="px-5 py-8 text-center text-muted">
          {i18n.t('We can’t show your notifications right now.')}{' '}
          <Button look="link" size="compact" onClick={() => list.refetch()}>
            {i18n.t('Try again')}
          </Button>
        </p>
      )}
      {list.isSuccess && notices.length === 0 && (
        <p className="px-5 py-8 text-center text-muted">
          {i18n.t('No notifications yet. Order updates appear here.')}
        </p>
      )}
      {notices.length > 0 && (
        <ul className="m-0 list-none p-1.5">
          {notices.map((notice) => (
            <NoticeEntry
              key={notice.id}
              notice={notice}
              onFollow={() => {
                if (notice.seenAt === null) seeOne.mutate(notice.id)
                onFollow()
              }}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className="border-line border-t p-2 text-center">
          <Button
            look="plain"
            size="compact"
            isPending={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          >
            {i18n.t('Show earlier')}
          </Button>
        </div>
      )}
    </>
  )
}

/** A notice that arrives between two pages shifts the rest, which would show one twice. */
function distinct<T extends { id: number }>(notices: readonly T[]): T[] {
  return [...new Map(notices.map((notice) => [notice.id, notice])).values()]
}

function useSeeing() {
  const queryClient = useQueryClient()
  const onSuccess = (told: { unseenCount: number }) => {
    queryClient.setQueryData(noticeQueries.unseen().queryKey, told)
    return queryClient.invalidateQueries({ queryKey: noticeQueries.list().queryKey })
  }
  const seeAll = useMutation({
    mutationFn: (upToId: number) => call(api.markNoticesSeen, { body: { upToId } }),
    onSuccess,
  })
  const seeOne = useMutation({
    mutationFn: (id: number) => call(api.markNoticeSeen, { params: { id } }),
    onSuccess,
  })
  return { seeAll, seeOne }
}

type Notice = AnswerOf<'listNotices'>['results'][number]
type NoticeEntryProps = { notice: Notice; onFollow: () => void }

const PICTURES: Partial<Record<NoticeKind, LucideIcon>> = {
  order_declined: TriangleAlert,
  refunded: Undo2,
  cards_sent: Mail,
  letters_mailed: Truck,
  parcel_mailed: Truck,
  person_joined: UserPlus,
  join_requested: UserPlus,
  budget_low: ChartPie,
  budget_exhausted: ChartPie,
  balance_low: Wallet,
  balance_topped_up: Wallet,
  recipient_changed: Pencil,
  program_stuck: TriangleAlert,
  program_late: TriangleAlert,
  report_failed: TriangleAlert,
  list_sync_failed: TriangleAlert,
  list_sync_held: TriangleAlert,
}

const ENTRY =
  'grid w-full grid-cols-[20px_1fr_8px] items-start gap-3 rounded-small px-3.5 py-3 text-start text-ink no-underline outline-offset-[-2px] hover:bg-sunken'

/** A notice that links to its order, or to its company's page. */
function NoticeEntry({ notice, onFollow }: NoticeEntryProps) {
  const queryClient = useQueryClient()
  const switchTo = useSwitchCompany()
  const { company: current } = useCompanies()
  const { kind, orderId, company, cardCount } = notice

  function follow() {
    // The order may already be on screen in its previous state.
    void queryClient.invalidateQueries({ queryKey: [orderId === null ? 'company' : 'orders'] })
    onFollow()
  }

  if (company !== null && orderId === null) {
    const page = PAGES[kind] ?? paths.company
    return (
      <li>
        <Link
          to={page}
          className={ENTRY}
          onClick={(event) => {
            follow()
            // A notice of another company shows that company's page.
            if (current === undefined || current.id === company.id) return
            event.preventDefault()
            void switchTo(company, page)
          }}
        >
          <NoticeLine notice={notice} />
        </Link>
      </li>
    )
  }
  return (
    <li>
      <Link
        to={paths.myRewards}
        search={{ openDetails: orderId ?? undefined }}
        {...(cardCount > 0 && { hash: CARDS_ANCHOR })}
        onClick={(event) => {
          follow()
          if (company === null || current === undefined || current.id === company.id) return
          event.preventDefault()
          void switchTo(company, paths.myRewards, { openDetails: orderId ?? undefined })
        }}
        className={ENTRY}
      >
        <NoticeLine notice={notice} />
      </Link>
    </li>
  )
}

const BUDGETS = '/company/budgets'
const PAGES: Partial<Record<NoticeKind, string>> = {
  budget_low: BUDGETS,
  budget_exhausted: BUDGETS,
  balance_low: BUDGETS,
  balance_topped_up: BUDGETS,
  program_stuck: '/company/programs',
  program_late: '/company/programs',
  report_failed: '/company/reports',
  list_sync_failed: '/recipients',
  list_sync_held: '/recipients',
}

function NoticeLine({ notice }: { notice: Notice }) {
  const i18n = useTexts()
  const { kind, company, createdAt, seenAt } = notice
  const isBad = needsAttention(kind)
  return (
    <>
      <span className={`pt-0.5 ${isBad ? 'text-warn' : 'text-muted'}`}>
        <Icon of={isBad ? TriangleAlert : (PICTURES[kind] ?? CircleCheck)} size={18} />
      </span>
      <span>
        {seenAt === null && <span className="sr-only">{i18n.t('New:')} </span>}
        <span className={seenAt === null ? 'font-semibold' : ''}>
          {noticeSentence(i18n, { ...notice, company: company?.name ?? '' })}.
        </span>{' '}
        <time dateTime={createdAt} title={moment(createdAt)} className="block text-muted text-small">
          {ago(createdAt)}
        </time>
      </span>
      {seenAt === null && <span className="mt-2 size-2 rounded-full bg-action" />}
    </>
  )
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** `just now`, `5 minutes ago`, `yesterday`, and after a week the day. */
function ago(iso: string, now = new Date()): string {
  const i18n = pageTexts()

  const words = new Intl.RelativeTimeFormat(i18n.locale, { numeric: 'auto' })
  const ms = now.getTime() - Date.parse(iso)
  if (ms < MINUTE_MS) return i18n.t('just now')
  if (ms < HOUR_MS) return words.format(-Math.floor(ms / MINUTE_MS), 'minute')
  if (ms < DAY_MS) return words.format(-Math.floor(ms / HOUR_MS), 'hour')
  if (ms < 7 * DAY_MS) return words.format(-Math.floor(ms / DAY_MS), 'day')
  return day(iso, now)
}
