import { INVOICE_AGE_WORDS } from '@laurel/domain/company-terms'
import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { EmptyState } from '../../../parts/Note.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { CompanyLink, PagedList, RecordLink } from '../ListParts.tsx'
import { type OpenInvoices, officeQueries, useMay } from '../office.queries.ts'
import type { ReceivedPaymentsSearch } from '../screen-searches.ts'
import { dayOf, dueWords } from '../terms/invoice-words.ts'
import { RemindCompany } from '../terms/RemindCompany.tsx'
import { MoneyByAge } from './MoneyByAge.tsx'

type Invoice = OpenInvoices['results'][number]

/** Open invoices of all companies: when each is due, how much is open, and a reminder for its company. */
export function InvoicesList({ search: { overdue, page } }: { search: ReceivedPaymentsSearch }) {
  const navigate = useNavigate()
  const [reminded, setReminded] = useState<Invoice['company']>()
  const read = useQuery(officeQueries.invoices({ age: overdue, page }))
  const show = (more: Pick<ReceivedPaymentsSearch, 'overdue' | 'page'>) =>
    void navigate({
      to: '/office/received-payments',
      search: { only: 'invoices', ...more },
      resetScroll: false,
    })
  return (
    <>
      {read.data && (
        <MoneyByAge
          label="Open invoices by age"
          counted="invoice"
          words={INVOICE_AGE_WORDS}
          ages={read.data.ages}
          chosen={overdue}
          onChoose={(next) => show(next ? { overdue: next } : {})}
        />
      )}
      <PagedList
        label="Open invoices"
        read={read}
        page={page}
        onPage={(next) => show({ ...(overdue && { overdue }), page: next })}
        empty={
          <EmptyState title={overdue ? 'No invoices of this age' : 'No open invoices'}>
            {overdue
              ? 'Choose another age, or show all invoices.'
              : 'Orders on invoice appear here until they’re paid.'}
          </EmptyState>
        }
      >
        {(invoices) => <Rows invoices={invoices} onRemind={setReminded} />}
      </PagedList>
      {reminded && <RemindCompany company={reminded} onClose={() => setReminded(undefined)} />}
    </>
  )
}

type RowsProps = { invoices: readonly Invoice[]; onRemind: (company: Invoice['company']) => void }

function Rows({ invoices, onRemind }: RowsProps) {
  const may = useMay()
  return (
    <Table
      stacks
      aria-label="Open invoices"
      columns={[
        'Order',
        'Company',
        'Due',
        { title: 'Open', isNumber: true },
        'Last reminder',
        { title: 'Actions', isUnseen: true },
      ]}
    >
      {invoices.map((one) => (
        <tr key={one.orderId}>
          <Cell>
            <RecordLink of="orders" id={one.orderId}>
              {one.orderNumber}
            </RecordLink>
          </Cell>
          <Cell className="max-w-[26ch] narrow:order-3 narrow:col-span-2 narrow:max-w-none">
            <CompanyLink company={one.company} isLink={may('companies.read')} />
            <span className="block truncate text-muted text-small">{one.placedBy}</span>
          </Cell>
          <Cell className="whitespace-nowrap narrow:order-4">
            {one.daysOverdue > 0 ? (
              <>
                {dueWords(one)}
                <span className="block text-muted text-small">since {dayOf(one.dueOn)}</span>
              </>
            ) : (
              <>
                <span className="hidden narrow:inline">Due </span>
                {dayOf(one.dueOn)}
              </>
            )}
          </Cell>
          <Cell isNumber className="narrow:order-2">
            <span className="font-medium">{formatCents(one.openCents)}</span>
            {one.openCents < one.totalCents && (
              <span className="block text-muted text-small">of {formatCents(one.totalCents)}</span>
            )}
          </Cell>
          <Cell className="narrow:order-5 narrow:text-end">
            <span className="hidden text-muted text-small narrow:block">Last reminder</span>
            {one.company.remindedOn ? dayOf(one.company.remindedOn) : 'None yet'}
          </Cell>
          <Cell className="narrow:order-6 narrow:col-span-2">
            {may('money.record') && (
              <span className="flex justify-end">
                <Button
                  size="compact"
                  aria-label={`Remind now: ${one.company.name}, order ${one.orderNumber}`}
                  onClick={() => onRemind(one.company)}
                >
                  Remind now
                </Button>
              </span>
            )}
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
