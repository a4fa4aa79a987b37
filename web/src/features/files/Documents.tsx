import { api } from '@laurel/contract/routes'
import { daysAfter } from '@laurel/domain/day-in'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Archive, Download, FileText } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../app/call.ts'
import { useTexts } from '../../app/texts.ts'
import { showFailure } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { DialogFoot } from '../../parts/DialogFoot.tsx'
import { Form, missing } from '../../parts/Form.tsx'
import { day } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { EmptyState } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { ReadProblem } from '../../parts/ReadProblem.tsx'
import { Select } from '../../parts/Select.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { Cell, Table } from '../../parts/Table.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { type Document, filesQueries } from './files.queries.ts'
import type { FilesSearch } from './files-search.ts'
import { Pages } from './Pages.tsx'

const YEARS_BACK = 7

type DocumentsProps = { search: FilesSearch; onSearch: (search: FilesSearch) => void }

/** The documents of the customer's orders, which are made when they are downloaded. */
export function Documents({ search, onSearch }: DocumentsProps) {
  const i18n = useTexts()
  const { year, q, page = 1 } = search
  const read = useQuery(filesQueries.documents({ ...(year && { year }), ...(q && { search: q }), page }))
  const [isZipping, setZipping] = useState(false)
  const { data, error } = read
  const thisYear = new Date().getFullYear()
  const years = Array.from({ length: YEARS_BACK }, (_, back) => thisYear - back)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-5 py-2">
        <Select
          isInline
          label={i18n.t('Year')}
          value={year ?? 0}
          onChange={(chosen) => {
            const { year: _, page: __, ...rest } = search
            onSearch(chosen ? { ...rest, year: chosen } : rest)
          }}
          options={[
            { value: 0, label: i18n.t('All years') },
            ...years.map((one) => ({ value: one, label: String(one) })),
          ]}
        />
        <Button size="compact" onClick={() => setZipping(true)}>
          <Icon of={Archive} size={18} />
          {i18n.t('Download a period')}
        </Button>
      </div>
      {error ? (
        <ReadProblem read={read} className="m-5" />
      ) : data === undefined ? (
        <div className="p-5">
          <Loading label={i18n.t('Loading the documents')}>
            <Skeleton className="h-9" />
            <Skeleton className="h-9" />
            <Skeleton className="h-9" />
          </Loading>
        </div>
      ) : data.results.length === 0 ? (
        <EmptyState title={i18n.t('No documents')}>
          {i18n.t('Invoices, receipts, and remittance slips of your orders appear here.')}
        </EmptyState>
      ) : (
        <div aria-busy={read.isPlaceholderData} className={read.isPlaceholderData ? 'opacity-60' : ''}>
          <Table
            stacks
            aria-label={i18n.t('Documents')}
            className="text-note [&_td:first-child]:ps-5 [&_td:last-child]:pe-5 [&_th:first-child]:ps-5 [&_th:last-child]:pe-5 narrow:[&_tr]:px-5 narrow:[&_tr]:py-2!"
            columns={[
              i18n.t('Name'),
              i18n.t('Order'),
              i18n.t('Date'),
              { title: i18n.t('Download'), isUnseen: true },
            ]}
          >
            {data.results.map((one) => (
              <Row key={`${one.type}-${one.orderId}-${one.name}`} document={one} />
            ))}
          </Table>
        </div>
      )}
      {/* Pages are of orders, which have one to three documents. */}
      <Pages total={data?.count ?? 0} page={page} onPage={(next) => onSearch({ ...search, page: next })} />
      {isZipping && <PeriodDialog onClose={() => setZipping(false)} />}
    </>
  )
}

const FILES = {
  invoice: api.getInvoice,
  receipt: api.getReceipt,
  slip: api.getRemittanceSlip,
} as const

function Row({ document: { name, date, orderId, orderNumber, type } }: { document: Document }) {
  const i18n = useTexts()
  const saving = useMutation({
    mutationFn: async () => (await call(FILES[type], { params: { id: orderId } })) as unknown as Blob,
    onSuccess: (bytes) => saveFile(bytes, name),
    onError: (problem) => showFailure(i18n.t('Download failed'), problem),
  })
  return (
    <tr>
      <Cell className="py-1!">
        <span className="flex min-w-0 items-center gap-3">
          <span className="grid h-8 w-10 shrink-0 place-items-center rounded-small bg-sunken text-muted">
            <Icon of={FileText} size={18} />
          </span>
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
        </span>
      </Cell>
      <Cell className="py-1! narrow:row-start-2">
        <Link
          to="/my-rewards"
          search={{ openDetails: orderId }}
          className="link inline-flex min-h-9 items-center touch:min-h-11"
        >
          {orderNumber}
        </Link>
      </Cell>
      <Cell className="whitespace-nowrap py-1! text-muted narrow:row-start-2 narrow:self-center">
        {day(date)}
      </Cell>
      <Cell isNumber className="py-1! narrow:col-start-2 narrow:row-start-1">
        <Button
          look="plain"
          size="round"
          aria-label={i18n.t('Download {name}', { name })}
          isPending={saving.isPending}
          onClick={() => saving.mutate()}
        >
          <Icon of={Download} size={18} />
        </Button>
      </Cell>
    </tr>
  )
}

const DAYS_OF_YEAR = 365

/** One ZIP of all documents of a period. */
function PeriodDialog({ onClose }: { onClose: () => void }) {
  const i18n = useTexts()
  const today = new Date().toISOString().slice(0, 10)
  const [from, setFrom] = useState(daysAfter(today, -DAYS_OF_YEAR))
  const [to, setTo] = useState(today)
  const saving = useMutation({
    mutationFn: async () =>
      (await call(api.downloadFileDocuments, { query: { from, to } })) as unknown as Blob,
    onSuccess: (bytes) => {
      saveFile(bytes, `${i18n.t('Documents')} ${from} ${to}.zip`)
      onClose()
    },
  })
  return (
    <Modal isOpen onClose={onClose} title={i18n.t('Download documents')}>
      <Form
        onSubmit={() => saving.mutate()}
        check={() => ({
          ...missing({ from, to }),
          ...(from > to && { to: i18n.t('Choose a day that isn’t before the first.') }),
        })}
        problem={saving.error}
        className="mt-4 grid grid-cols-2 gap-4"
      >
        <TextField label={i18n.t('From')} name="from" type="date" value={from} onChange={setFrom} />
        <TextField label={i18n.t('To')} name="to" type="date" value={to} onChange={setTo} />
        <div className="col-span-full">
          <DialogFoot onClose={onClose} isPending={saving.isPending}>
            {i18n.t('Download ZIP')}
          </DialogFoot>
        </div>
      </Form>
    </Modal>
  )
}
