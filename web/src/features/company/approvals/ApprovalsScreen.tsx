import { mayInCompany } from '@laurel/domain/company-roles'
import { formatCents } from '@laurel/domain/money'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Approval, approvalQueries } from '../../../app/approval.queries.ts'
import { companyQueries } from '../../../app/company.queries.ts'
import { useTexts } from '../../../app/texts.ts'
import { approvalState } from '../../../parts/approval-words.ts'
import type { Order } from '../../../parts/delivery-text.ts'
import { ago, count } from '../../../parts/format.ts'
import { EmptyState } from '../../../parts/Note.tsx'
import { Loading, Skeleton } from '../../../parts/Progress.tsx'
import { ReadProblem } from '../../../parts/ReadProblem.tsx'
import { siteDay } from '../../../parts/site-time.ts'
import { useCompanyZone } from './approval-words.ts'
import { RequestPage } from './RequestPage.tsx'

type ApprovalsScreenProps = {
  /** The request that is open; without one, wide windows show the first that waits, or the reader's last. */
  requestId: number | undefined
  /** Shown to the buyer of an approved order that they have yet to pay. */
  waysToPay: (order: Order) => ReactNode
}

/** Requests for approval: those that wait for the reader, that they asked for, and that they answered. */
export function ApprovalsScreen({ requestId, waysToPay }: ApprovalsScreenProps) {
  const i18n = useTexts()
  const { company } = useSuspenseQuery(companyQueries.people()).data
  const { data: waiting } = useSuspenseQuery(approvalQueries.list('waiting'))
  const { data: own } = useSuspenseQuery(approvalQueries.list('own'))
  const { data: done } = useSuspenseQuery(approvalQueries.list('done'))
  const shown = requestId ?? waiting.results[0]?.id ?? own.results[0]?.id
  const isEmpty = waiting.count + own.count + done.count === 0
  if (isEmpty && shown === undefined) {
    return (
      <>
        <h2 className="sr-only">{i18n.t('Approvals')}</h2>
        <EmptyState title={i18n.t('No requests yet')}>
          {i18n.t('Orders to approve, and your own requests, appear here.')}
        </EmptyState>
      </>
    )
  }
  const place = waiting.results.findIndex(({ id }) => id === shown)
  return (
    <div className="grid grid-cols-[268px_minmax(0,1fr)] items-start gap-10 max-[1180px]:grid-cols-[minmax(0,1fr)]">
      <nav
        aria-label={i18n.t('Requests')}
        className={`grid gap-6 ${requestId === undefined ? '' : 'max-[1180px]:hidden'}`}
      >
        {mayInCompany(company, 'approvals.decide') && (
          <RequestList
            title={i18n.t('Waiting for you')}
            requests={waiting.results}
            all={waiting.count}
            shown={shown}
          >
            {i18n.t('You’re all caught up.')}
          </RequestList>
        )}
        {own.count > 0 && (
          <RequestList title={i18n.t('Your requests')} requests={own.results} shown={shown} />
        )}
        {done.count > 0 && <RequestList title={i18n.t('Done')} requests={done.results} shown={shown} />}
      </nav>
      {shown === undefined ? (
        <p className="py-10 text-center text-muted max-[1180px]:hidden">
          {i18n.t('Choose a request to see it.')}
        </p>
      ) : (
        <div className={`min-w-0 ${requestId === undefined ? 'max-[1180px]:hidden' : ''}`}>
          <OpenRequest
            key={shown}
            id={shown}
            place={
              place < 0
                ? ''
                : i18n.t(', {number, number} of {all, number}', { number: place + 1, all: waiting.count })
            }
            waysToPay={waysToPay}
          />
        </div>
      )}
    </div>
  )
}

type RequestListProps = {
  title: string
  requests: readonly Approval[]
  all?: number
  shown: number | undefined
  /** Shown instead of an empty list. */
  children?: ReactNode
}

function RequestList({ title, requests, all, shown, children }: RequestListProps) {
  const id = `requests-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="px-3.5 pb-2 font-semibold text-body tracking-normal narrow:px-0">
        {title} {!!all && <span className="font-normal text-muted">{count(all)}</span>}
      </h2>
      {requests.length === 0 && <p className="px-3.5 text-muted text-small narrow:px-0">{children}</p>}
      <ul>
        {requests.map((request) => (
          <li key={request.id}>
            <Link
              to="/company/approvals"
              search={{ request: request.id }}
              resetScroll={false}
              aria-current={request.id === shown ? 'page' : undefined}
              className="grid gap-0.5 rounded-panel px-3.5 py-3 text-ink no-underline hover:bg-sunken aria-[current]:bg-canvas aria-[current]:shadow-hairline-strong"
            >
              <b className="min-w-0 break-words font-semibold">{request.name}</b>
              <span>{formatCents(request.amountCents)}</span>
              <span className="text-muted text-small">
                <RequestLine request={request} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** `Ana Ruiz, 2 h ago`, or what became of a request. */
function RequestLine({ request }: { request: Approval }) {
  const timeZone = useCompanyZone()
  const { askedBy, askedAt, canDecide, decidedAt, isOwn } = request
  if (canDecide) return `${askedBy.name}, ${ago(askedAt)}`
  const { word } = approvalState(request)
  const by = isOwn ? '' : `${askedBy.name}. `
  return `${by}${word}${decidedAt === null ? '' : ` ${siteDay(decidedAt, timeZone)}`}`
}

type OpenRequestProps = { id: number; place: string; waysToPay: (order: Order) => ReactNode }

function OpenRequest({ id, place, waysToPay }: OpenRequestProps) {
  const i18n = useTexts()
  const read = useQuery(approvalQueries.one(id))
  if (read.data) return <RequestPage request={read.data} place={place} waysToPay={waysToPay} />
  if (read.error) return <ReadProblem read={read} />
  return (
    <Loading label={i18n.t('Loading the request')}>
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-32 w-full" />
    </Loading>
  )
}
