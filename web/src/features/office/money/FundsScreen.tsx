import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { call, freshKey } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Form } from '../../../parts/Form.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { MoneyField } from '../../../parts/MoneyField.tsx'
import { EmptyState } from '../../../parts/Note.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { Paging, ReadProblem, RowsLoading } from '../ListParts.tsx'
import { officeQueries, refreshOffice, useMay } from '../office.queries.ts'
import { DeskHead } from '../shell/DeskHead.tsx'
import { wallNow } from '../times.ts'
import { AwaitedList } from './AwaitedList.tsx'
import { FundsRows } from './FundsRows.tsx'
import { fundsErrors, nextDraft, referenceWords } from './funds-draft.ts'
import type { FundsSearch } from './money-search.ts'

const VIEWS = [
  { value: 'unmatched', label: 'To match' },
  { value: 'matched', label: 'Matched' },
  { value: 'all', label: 'All' },
  { value: 'awaited', label: 'To come' },
] as const

/** Checks and transfers: what came in, and what is still to come. */
export function FundsScreen({ search }: { search: FundsSearch }) {
  const view = search.only ?? 'unmatched'
  const navigate = useNavigate()
  const may = useMay()
  const isAwaited = view === 'awaited'
  const records = may('money.record') && !isAwaited

  return (
    <>
      <DeskHead
        title="Funds"
        text={isAwaited ? 'Orders with an outstanding amount.' : 'Checks and transfers you received.'}
      />
      <div
        className={`grid gap-x-14 gap-y-10 mid:grid-cols-1 ${records ? 'grid-cols-[minmax(0,1fr)_340px]' : 'grid-cols-1'}`}
      >
        {records && (
          <div className="order-2 mid:order-1">
            <RecordFunds />
          </div>
        )}
        <div className="order-1 min-w-0 mid:order-2">
          <h2 className="sr-only">{isAwaited ? 'Outstanding orders' : 'Payments received'}</h2>
          <Segment
            label="Show"
            options={VIEWS}
            value={view}
            onChange={(next) =>
              void navigate({
                to: '/office/funds',
                search: next === 'unmatched' ? {} : { only: next },
                resetScroll: false,
              })
            }
          />
          <div className={isAwaited ? 'mt-6' : 'mt-4'}>
            {view === 'awaited' ? (
              <AwaitedList search={search} />
            ) : (
              <FundsList view={view} page={search.page} />
            )}
          </div>
        </div>
      </div>
    </>
  )
}

const EMPTY = {
  unmatched: { title: 'Nothing to match', text: 'Every check and transfer has found its order.' },
  matched: { title: 'Nothing matched yet', text: 'What finds its order stands here.' },
  all: { title: 'No check or transfer yet', text: 'Record the first one as soon as the bank shows it.' },
}

type FundsListProps = { view: keyof typeof EMPTY; page: number | undefined }

/** Checks and transfers as the bank's statement shows them, and the orders they are for. */
function FundsList({ view, page }: FundsListProps) {
  const navigate = useNavigate()
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    officeQueries.funds({ only: view === 'all' ? undefined : view, page }),
  )
  return (
    <div className={isPlaceholderData ? 'opacity-60' : ''} aria-busy={isPlaceholderData}>
      {!data && error && <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />}
      {!data && !error && <RowsLoading label="Checks and transfers" />}
      {data && data.results.length > 0 && <FundsRows funds={data.results} />}
      {data?.results.length === 0 && <EmptyState title={EMPTY[view].title}>{EMPTY[view].text}</EmptyState>}
      {data && (
        <Paging
          label="Pages of funds"
          page={page}
          total={data.count}
          onPage={(next) =>
            void navigate({
              to: '/office/funds',
              search: { ...(view !== 'unmatched' && { only: view }), page: next },
            })
          }
        />
      )}
    </div>
  )
}

const KINDS = [
  { value: 'self_hosted_check', label: 'Check' },
  { value: 'self_hosted_bank', label: 'Transfer' },
] as const

/** One line of the bank's statement. A reference of ours finds its order by itself. */
function RecordFunds() {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(() =>
    nextDraft({ methodCode: 'self_hosted_check', receivedOn: wallNow().date }),
  )
  const [key, setKey] = useState(freshKey)
  const [errors, setErrors] = useState<Record<string, string>>()
  const isCheck = draft.methodCode === 'self_hosted_check'
  const record = useMutation({
    mutationFn: () =>
      call(api.recordFunds, {
        body: { ...draft, amountCents: draft.amountCents ?? 0, reference: draft.reference.trim() },
        idempotencyKey: key,
      }),
    onSuccess: async (funds) => {
      setDraft(nextDraft)
      setKey(freshKey())
      showToast({
        title: `${formatCents(funds.amountCents)} recorded`,
        text:
          funds.orderId === null ? 'It waits to be matched.' : `It counts for order ${funds.orderNumber}.`,
      })
      await refreshOffice(queryClient)
    },
  })
  const change = (changed: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...changed }))
    // Another content is another intent.
    setKey(freshKey())
  }
  const field = <Name extends keyof typeof draft>(name: Name) => ({
    name,
    value: draft[name],
    onChange: (value: (typeof draft)[Name]) => change({ [name]: value }),
  })

  function submit() {
    record.reset()
    const found = fundsErrors(draft)
    setErrors(found)
    if (Object.keys(found).length === 0) record.mutate()
  }

  return (
    <section aria-labelledby="record">
      <h2 id="record" className="mb-4 text-h3">
        Record money
      </h2>
      <Form onSubmit={submit} problem={record.error} errors={errors}>
        <Segment
          label="What came in"
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
          label={isCheck ? 'Check number (optional)' : 'Bank’s number (optional)'}
          {...field('documentNumber')}
          maxLength={60}
          autoComplete="off"
        />
        <TextField label="Note (optional)" {...field('note')} maxLength={500} />
        <Button type="submit" look="primary" isPending={record.isPending} className="mt-1">
          Record {isCheck ? 'check' : 'transfer'}
        </Button>
      </Form>
    </section>
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
