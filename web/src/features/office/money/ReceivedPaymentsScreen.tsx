import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { BY_HAND_METHODS, type ByHandMethod, WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { orderNumberOfReference } from '@laurel/domain/remittance-reference'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { call, freshKey } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { capitalized } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { EmptyState } from '../../../parts/Note.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { PagedList, Panel, ScreenHead } from '../ListParts.tsx'
import { officeQueries, refreshOffice, useMay } from '../office.queries.ts'
import type { ReceivedPaymentsSearch } from '../screen-searches.ts'
import { wallNow } from '../times.ts'
import { InvoicesList } from './InvoicesList.tsx'
import { OutstandingList } from './OutstandingList.tsx'
import { ReceivedPaymentRows } from './ReceivedPaymentRows.tsx'

const VIEWS = [
  { value: 'unmatched', label: 'To match' },
  { value: 'matched', label: 'Matched' },
  { value: 'all', label: 'All' },
  { value: 'outstanding', label: 'Outstanding' },
  { value: 'invoices', label: 'On invoice' },
] as const

/** Checks and transfers, received and outstanding. */
export function ReceivedPaymentsScreen({ search }: { search: ReceivedPaymentsSearch }) {
  const view = search.only ?? 'unmatched'
  const navigate = useNavigate()
  const may = useMay()
  const isOutstanding = view === 'outstanding' || view === 'invoices'
  const records = may('money.record') && !isOutstanding

  return (
    <>
      <ScreenHead title="Payments received" text={SAYS[view]} />
      <div
        className={`grid gap-x-14 gap-y-10 mid:grid-cols-1 ${records ? 'grid-cols-[minmax(0,1fr)_340px]' : 'grid-cols-1'}`}
      >
        {records && (
          <div className="order-2 mid:order-1">
            <RecordReceivedPayment />
          </div>
        )}
        <div className="order-1 min-w-0 mid:order-2">
          <h2 className="sr-only">{HEADINGS[view]}</h2>
          <Segment
            label="Show"
            options={VIEWS}
            value={view}
            onChange={(next) =>
              void navigate({
                to: '/office/received-payments',
                search: next === 'unmatched' ? {} : { only: next },
                resetScroll: false,
              })
            }
          />
          <div className={isOutstanding ? 'mt-6' : 'mt-4'}>
            {view === 'outstanding' ? (
              <OutstandingList search={search} />
            ) : view === 'invoices' ? (
              <InvoicesList search={search} />
            ) : (
              <ReceivedPaymentList view={view} page={search.page} />
            )}
          </div>
        </div>
      </div>
    </>
  )
}

const RECEIVED = 'Checks and transfers you received.'
const SAYS = {
  unmatched: RECEIVED,
  matched: RECEIVED,
  all: RECEIVED,
  outstanding: 'Orders with an outstanding amount.',
  invoices: 'Orders that companies pay on invoice.',
}
const RECORDED = 'Recorded payments'
const HEADINGS = {
  unmatched: RECORDED,
  matched: RECORDED,
  all: RECORDED,
  outstanding: 'Outstanding orders',
  invoices: 'Open invoices',
}

const EMPTY = {
  unmatched: { title: 'Nothing to match', text: 'Every check and transfer is matched.' },
  matched: { title: 'Nothing matched yet', text: 'Payments matched to an order appear here.' },
  all: { title: 'No check or transfer yet', text: 'Record the first one as soon as the bank shows it.' },
}

type ReceivedPaymentListProps = { view: keyof typeof EMPTY; page: number | undefined }

/** Checks and transfers from the bank statement, with their orders. */
function ReceivedPaymentList({ view, page }: ReceivedPaymentListProps) {
  const navigate = useNavigate()
  const read = useQuery(officeQueries.receivedPayments({ only: view === 'all' ? undefined : view, page }))
  return (
    <PagedList
      label="Checks and transfers"
      read={read}
      page={page}
      onPage={(next) =>
        void navigate({
          to: '/office/received-payments',
          search: { ...(view !== 'unmatched' && { only: view }), page: next },
        })
      }
      empty={<EmptyState title={EMPTY[view].title}>{EMPTY[view].text}</EmptyState>}
    >
      {(payments) => <ReceivedPaymentRows payments={payments} />}
    </PagedList>
  )
}

const KINDS = BY_HAND_METHODS.map((value) => ({ value, label: capitalized(WAYS_TO_PAY[value].noun) }))

/** Records one line of the bank statement. One of our references matches its order automatically. */
function RecordReceivedPayment() {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(() =>
    nextDraft({ methodCode: 'self_hosted_check', receivedOn: wallNow().date }),
  )
  const [key, setKey] = useState(freshKey)
  const { noun, isMailed } = WAYS_TO_PAY[draft.methodCode]
  const record = useMutation({
    mutationFn: () =>
      call(api.recordReceivedPayment, {
        body: { ...draft, amountCents: draft.amountCents ?? 0, reference: draft.reference.trim() },
        idempotencyKey: key,
      }),
    onSuccess: async (payment) => {
      setDraft(nextDraft)
      setKey(freshKey())
      showToast({
        title: `${formatCents(payment.amountCents)} recorded`,
        text:
          payment.orderId === null
            ? 'Match it to an order.'
            : `It’s matched to order ${payment.orderNumber}.`,
      })
      await refreshOffice(queryClient)
    },
  })
  const change = (changed: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...changed }))
    // New content is a new intent, so it gets a new key.
    setKey(freshKey())
  }
  const field = <Name extends keyof typeof draft>(name: Name) => ({
    name,
    value: draft[name],
    onChange: (value: (typeof draft)[Name]) => change({ [name]: value }),
  })

  return (
    <Panel title="Record a payment" head="mb-4 text-h3">
      <Form onSubmit={() => record.mutate()} check={() => paymentErrors(draft)} problem={record.error}>
        <Segment
          label="Paid by"
          options={KINDS}
          value={draft.methodCode}
          onChange={(methodCode) => change({ methodCode })}
          fills
        />
        <MoneyField
          label="Amount"
          name="amountCents"
          cents={draft.amountCents}
          onChangeCents={(amountCents) => change({ amountCents })}
          isRequired
        />
        <TextField
          label="Reference"
          {...field('reference')}
          maxLength={60}
          autoComplete="off"
          hint={<ReferenceHint reference={draft.reference} />}
        />
        <TextField label="Day received" {...field('receivedOn')} type="date" isRequired />
        <TextField label="Payer (optional)" {...field('payer')} maxLength={120} autoComplete="off" />
        <TextField
          label={isMailed ? `${capitalized(noun)} number (optional)` : 'Bank reference (optional)'}
          {...field('documentNumber')}
          maxLength={60}
          autoComplete="off"
        />
        <TextField label="Note (optional)" {...field('note')} maxLength={500} />
        <Button type="submit" look="primary" isPending={record.isPending} className="mt-1">
          Record {noun}
        </Button>
      </Form>
    </Panel>
  )
}

function ReferenceHint({ reference }: { reference: string }) {
  const known = referenceWords(reference)
  if (!known) return 'As the customer wrote it: R-10482-80.'
  return (
    <span className={`flex gap-1.5 ${known.isOurs ? 'text-good' : 'text-warn'}`}>
      {known.isOurs && <Icon of={CircleCheck} size={18} />}
      {known.words}
    </span>
  )
}

type ReceivedPaymentDraft = {
  methodCode: ByHandMethod
  amountCents: number | null
  reference: string
  payer: string
  documentNumber: string
  receivedOn: string
  note: string
}

/** Keeps the kind and the day for the next line, because staff type in a whole bank statement. */
export function nextDraft({
  methodCode,
  receivedOn,
}: Pick<ReceivedPaymentDraft, 'methodCode' | 'receivedOn'>): ReceivedPaymentDraft {
  return { methodCode, receivedOn, amountCents: null, reference: '', payer: '', documentNumber: '', note: '' }
}

export function paymentErrors({ amountCents, receivedOn }: ReceivedPaymentDraft): Record<string, string> {
  return {
    ...((amountCents === null || amountCents < 1) && { amountCents: 'Enter an amount above $0.00.' }),
    ...(receivedOn === '' && { receivedOn: FIELD_REQUIRED }),
  }
}

/** A hint about the reference being typed; undefined if there is none. */
export function referenceWords(reference: string): { isOurs: boolean; words: string } | undefined {
  if (reference.trim() === '') return undefined
  const number = orderNumberOfReference(reference)
  return number === undefined
    ? {
        isOurs: false,
        words: 'That reference isn’t valid. Check it, or match the payment manually.',
      }
    : { isOurs: true, words: `This is order ${number}.` }
}
