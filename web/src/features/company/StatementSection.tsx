import '@laurel/domain/company-sentences'
import { api } from '@laurel/contract/routes'
import { monthWords } from '@laurel/domain/company-balance'
import { formatCents } from '@laurel/domain/money'
import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Download, FileText } from 'lucide-react'
import { useState } from 'react'
import type { AnswerOf } from '../../app/call.ts'
import { call } from '../../app/call.ts'
import { companyQueries } from '../../app/company.queries.ts'
import { useSite } from '../../app/site.ts'
import { translated, useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { EmptyState } from '../../parts/Note.tsx'
import { Select } from '../../parts/Select.tsx'
import { download } from '../../parts/save-file.ts'
import { siteDay } from '../../parts/site-time.ts'
import { Cell, Table } from '../../parts/Table.tsx'

/** What changed the balance, month by month. */
export function StatementSection() {
  const i18n = useTexts()
  const { months } = useSuspenseQuery(companyQueries.balance()).data
  const [chosen, setChosen] = useState<string>()
  const month = chosen ?? months[0]
  return (
    <section aria-labelledby="statement">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <h2 id="statement" className="text-h3">
          {i18n.t('Statement')}
        </h2>
        {month !== undefined && (
          <span className="ms-auto flex flex-wrap items-center gap-3 max-[600px]:ms-0">
            <Select
              isInline
              label={i18n.t('Month')}
              value={month}
              onChange={(next) => next && setChosen(next)}
              options={months.map((value) => ({ value, label: monthWords(value) }))}
            />
            <Button
              size="compact"
              onClick={() => download(i18n.t('Statement {month}.csv', { month }), () => fetchCsv(month))}
            >
              <Icon of={Download} size={16} />
              {i18n.t('Download CSV')}
            </Button>
            <Button
              size="compact"
              onClick={() => download(i18n.t('Statement {month}.pdf', { month }), () => fetchPdf(month))}
            >
              <Icon of={FileText} size={16} />
              {i18n.t('Download PDF')}
            </Button>
          </span>
        )}
      </div>
      {month === undefined ? (
        <div className="mt-4 rounded-panel border border-line-mid border-dashed">
          <EmptyState title={i18n.t('No entries yet')}>
            {i18n.t('Top-ups, and orders paid from the balance, appear here.')}
          </EmptyState>
        </div>
      ) : (
        <OfMonth month={month} />
      )}
    </section>
  )
}

const fetchPdf = (month: string) => call(api.getBalanceStatementFile, { query: { month } })
const fetchCsv = (month: string) => call(api.exportBalanceStatement, { query: { month } })

function OfMonth({ month }: { month: string }) {
  const i18n = useTexts()
  const { data } = useQuery({ ...companyQueries.statement(month), placeholderData: keepPreviousData })
  if (data === undefined) return null
  return (
    <Table
      className="mt-2"
      columns={[
        { title: i18n.t('Date'), className: 'narrow:hidden' },
        { title: i18n.t('Entry'), className: 'narrow:ps-0' },
        { title: i18n.t('By'), className: 'narrow:hidden' },
        { title: i18n.t('Amount'), isNumber: true, className: 'narrow:pe-0' },
        { title: i18n.t('Balance'), isNumber: true, className: 'narrow:hidden' },
      ]}
    >
      {data.entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} />
      ))}
      <tr>
        <Cell className="narrow:hidden" />
        <Cell className="text-muted narrow:ps-0">{i18n.t('Opening balance')}</Cell>
        <Cell className="narrow:hidden" />
        <Cell isNumber className="narrow:hidden" />
        <Cell isNumber>{formatCents(data.openingCents)}</Cell>
      </tr>
    </Table>
  )
}

type Entry = AnswerOf<'getBalanceStatement'>['entries'][number]

function EntryRow({ entry: { at, words, by, cents, balanceCents } }: { entry: Entry }) {
  const i18n = useTexts()
  const { timeZone } = useSite()
  const date = siteDay(at, timeZone)
  return (
    <tr>
      <Cell className="whitespace-nowrap text-muted narrow:hidden">{date}</Cell>
      <Cell className="wrap-anywhere narrow:ps-0">
        {translated(i18n, words)}
        <span className="hidden text-muted text-small narrow:block">
          {date}, {by}
        </span>
      </Cell>
      <Cell className="text-muted narrow:hidden">{by}</Cell>
      <Cell isNumber className={`narrow:pe-0 ${cents > 0 ? 'text-good' : ''}`}>
        {cents > 0 ? '+' : '−'}
        {formatCents(Math.abs(cents))}
        <span className="hidden text-muted text-small narrow:block">
          {i18n.t('Balance {amount}', { amount: formatCents(balanceCents) })}
        </span>
      </Cell>
      <Cell isNumber className="narrow:hidden">
        {formatCents(balanceCents)}
      </Cell>
    </tr>
  )
}
