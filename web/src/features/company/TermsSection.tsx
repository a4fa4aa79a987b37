import { formatCents } from '@laurel/domain/money'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CompanyTerms, companyQueries } from '../../app/company.queries.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { Note } from '../../parts/Note.tsx'
import { siteDay } from '../../parts/site-time.ts'
import { Cell, Table } from '../../parts/Table.tsx'
import { Tag } from '../../parts/Tag.tsx'

/** What the company can order on invoice, what is open, and when it's due. Nothing without terms. */
export function TermsSection() {
  const i18n = useTexts()
  const { terms, invoices } = useSuspenseQuery(companyQueries.terms()).data
  if (terms === null) return null
  return (
    <section aria-labelledby="terms">
      <h2 id="terms" className="font-medium text-label text-muted">
        {i18n.t('Open invoices')}
      </h2>
      <p className="mt-1 flex flex-wrap items-center gap-x-8 gap-y-2">
        <b className="font-semibold text-section tabular-nums">{formatCents(terms.openCents)}</b>
        <span className="text-muted text-small">{termsWords(terms)}</span>
      </p>
      {terms.overdueCents > 0 && (
        <Note tone="warn" className="mt-4">
          {i18n.t('{amount} is overdue.', { amount: formatCents(terms.overdueCents) })}{' '}
          {terms.isStopped && i18n.t('Once it’s paid, you can order on invoice again.')}
        </Note>
      )}
      {invoices.length > 0 && (
        <div className="mt-4">
          <Table
            stacks
            aria-label={i18n.t('Open invoices')}
            columns={[i18n.t('Order'), i18n.t('Due date'), { title: i18n.t('Amount due'), isNumber: true }]}
          >
            {invoices.map((one) => (
              <tr key={one.orderId}>
                <Cell className="narrow:col-span-2">
                  <Link to="/my-rewards" search={{ openDetails: one.orderId }} className="link">
                    {one.orderNumber}
                  </Link>
                  <span className="block truncate text-muted text-small">
                    {[one.orderName, one.placedBy].filter(Boolean).join(', ')}
                  </span>
                </Cell>
                <Cell className="whitespace-nowrap">
                  {siteDay(`${one.dueOn}T12:00:00Z`, 'UTC')}{' '}
                  {one.daysOverdue > 0 && (
                    <Tag tone="bad">
                      {i18n.t('{days, plural, one {# day} other {# days}} overdue', {
                        days: one.daysOverdue,
                      })}
                    </Tag>
                  )}
                </Cell>
                <Cell isNumber>
                  <span className="font-medium">{formatCents(one.openCents)}</span>
                  {one.openCents < one.totalCents && (
                    <span className="block text-muted text-small">
                      {i18n.t('of {total}', { total: formatCents(one.totalCents) })}
                    </span>
                  )}
                </Cell>
              </tr>
            ))}
          </Table>
        </div>
      )}
    </section>
  )
}

function termsWords({ isActive, limitCents, leftCents, days }: CompanyTerms): string {
  const i18n = pageTexts()

  if (!isActive) return i18n.t('You can’t order on invoice anymore.')
  return i18n.t('You have {left} left of your {limit} credit limit. Invoices are due in {days} days.', {
    left: formatCents(leftCents),
    limit: formatCents(limitCents),
    days,
  })
}
