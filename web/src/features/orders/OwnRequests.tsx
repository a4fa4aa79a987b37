import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Approval, approvalQueries } from '../../app/approval.queries.ts'
import { useCompanies, usesApprovals } from '../../app/company.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { approvalState } from '../../parts/approval-words.ts'
import { LinkButton } from '../../parts/Button.tsx'
import type { Order } from '../../parts/delivery-text.ts'
import { EditRequested } from '../../parts/EditRequested.tsx'
import { day } from '../../parts/format.ts'
import { Note } from '../../parts/Note.tsx'
import { Tag } from '../../parts/Tag.tsx'

/** The customer's requests for approval; none in companies that ask for none. */
function useOwnRequests(): readonly Approval[] {
  const { company } = useCompanies()
  const isUsed = company !== undefined && usesApprovals(company)
  const { data } = useQuery({ ...approvalQueries.list('own'), enabled: isUsed })
  return isUsed ? (data?.results ?? []) : []
}

/** Orders that wait for approval, that were returned, and that are approved but not paid. */
export function OwnRequests() {
  const i18n = useTexts()
  const open = useOwnRequests().filter(({ canEdit }) => canEdit)
  if (open.length === 0) return null
  return (
    <section aria-labelledby="own-requests" className="mb-10">
      <h2 id="own-requests" className="text-h3">
        {i18n.t('Approvals')}
      </h2>
      <ul className="mt-1">
        {open.map((request) => (
          <li
            key={request.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-4"
          >
            <div className="wrap-anywhere min-w-0 flex-1 basis-72">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Link
                  to="/company/approvals"
                  search={{ request: request.id }}
                  className="font-semibold text-ink underline-offset-3 hover:underline"
                >
                  {request.name}
                </Link>
                <RequestTag request={request} />
              </p>
              <p className="text-muted text-small">
                {i18n.t('{amount}, {cards, plural, one {# card} other {# cards}}, sent {date}', {
                  amount: formatCents(request.amountCents),
                  cards: request.cardCount,
                  date: day(request.askedAt),
                })}
              </p>
              {request.state === 'returned' && <p className="mt-1">“{request.comment}”</p>}
            </div>
            <div className="flex flex-wrap gap-2">
              {request.needsPayment && (
                <LinkButton
                  to="/company/approvals"
                  search={{ request: request.id }}
                  look="primary"
                  size="compact"
                  aria-label={i18n.t('Pay {amount} for {name}', {
                    amount: formatCents(request.amountCents),
                    name: request.name,
                  })}
                >
                  {i18n.t('Pay {amount}', { amount: formatCents(request.amountCents) })}
                </LinkButton>
              )}
              <EditRequested request={request} size="compact" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function RequestTag({ request }: { request: Approval }) {
  const { tone, word } = approvalState(request)
  return <Tag tone={tone}>{word}</Tag>
}

/** On the page of an order that isn't placed yet: how its approval stands. */
export function AwaitsApproval({ order }: { order: Order }) {
  const i18n = useTexts()
  const request = useOwnRequests().find(({ orderId }) => orderId === order.id)
  return (
    <Note
      className="mt-6 items-center! narrow:items-start!"
      action={
        request && (
          <LinkButton to="/company/approvals" search={{ request: request.id }} size="compact">
            {i18n.t('View request')}
          </LinkButton>
        )
      }
    >
      {request && <RequestTag request={request} />}{' '}
      {i18n.t('This order isn’t placed yet. Its company needs to approve it first.')}
    </Note>
  )
}
