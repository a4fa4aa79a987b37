import { api } from '@laurel/contract/routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { count } from '../../../parts/format.ts'
import { Note } from '../../../parts/Note.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { type CarrierAccount, fulfillmentQueries } from '../fulfillment/fulfillment.queries.ts'
import { ReadProblem, RowsLoading } from '../ListParts.tsx'
import { moment } from '../times.ts'
import { CarrierDialog } from './CarrierDialog.tsx'
import { ConnectionSteps } from './ConnectionSteps.tsx'

/** How the site signs in at carriers. Without an account everything still goes out, by hand. */
export function CarriersPart() {
  const [open, setOpen] = useState<CarrierAccount>()
  const { data, error, isFetching, refetch } = useQuery(fulfillmentQueries.carriers())
  if (!data && error) return <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />
  if (!data) return <RowsLoading label="Carriers" />
  return (
    <div className="max-w-[760px]">
      <p className="max-w-[65ch] text-muted">
        With an account, prices come from the carrier, labels are bought here and parcels are followed.
        Without one, flat rates and hand-entered tracking are used.
      </p>
      <ul className="mt-5 border-line border-t">
        {data.map((account) => (
          <Row key={account.carrier} account={account} onEdit={() => setOpen(account)} />
        ))}
      </ul>
      {open && <CarrierDialog account={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function Row({ account, onEdit }: { account: CarrierAccount; onEdit: () => void }) {
  const { carrier, updatedAt } = account
  const queryClient = useQueryClient()
  const test = useMutation({
    mutationFn: async () => ({
      ...(await call(api.testCarrierAccount, { params: { carrier } })),
      of: updatedAt,
    }),
    // It took some of the hour's calls.
    onSettled: () => queryClient.invalidateQueries(fulfillmentQueries.carriers()),
  })
  // What came back was said of the account as it was then.
  const isFresh = test.data?.of === updatedAt
  return (
    <li className="grid gap-4 border-line border-b py-5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-5 gap-y-3 narrow:grid-cols-1">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <b className="font-semibold">{WHAT[carrier].name}</b>
            <State account={account} />
          </p>
          <p className="text-muted text-small">{WHAT[carrier].text}</p>
          <Facts account={account} />
        </div>
        <div className="flex flex-wrap gap-2">
          {account.hasSecret && (
            <Button
              size="compact"
              aria-label={`Test the connection to ${carrier}`}
              isPending={test.isPending}
              onClick={() => test.mutate()}
            >
              Test the connection
            </Button>
          )}
          <Button
            size="compact"
            aria-label={updatedAt ? `Edit ${carrier}` : `Set up ${carrier}`}
            onClick={onEdit}
          >
            {updatedAt ? 'Edit' : 'Set up'}
          </Button>
        </div>
      </div>
      {test.error && <Note tone="bad">{formError(test.error)}</Note>}
      <div role="status">{test.data && isFresh && <ConnectionSteps tested={test.data} />}</div>
    </li>
  )
}

const WHAT = {
  UPS: { name: 'UPS', text: 'Parcels of bulk orders: prices, labels, tracking.' },
  USPS: {
    name: 'USPS',
    text: 'Letters with direct cards: address checks, postage, tracking.',
  },
} as const

function State({ account: { enabled, complete, updatedAt } }: { account: CarrierAccount }) {
  if (updatedAt === null) return <Tag>No account</Tag>
  if (!complete) return <Tag tone="warn">Not complete</Tag>
  return enabled ? <Tag tone="good">In use</Tag> : <Tag>Switched off</Tag>
}

function Facts({ account }: { account: CarrierAccount }) {
  const { updatedAt, enabled, complete, clientIdEnd, accountNumberEnd, host, callsLeft } = account
  if (updatedAt === null) return null
  const from = [
    account.senderAddress1,
    account.senderCity,
    `${account.senderState} ${account.senderZip}`.trim(),
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <div className="mt-2 grid gap-0.5 text-small">
      {clientIdEnd && (
        <p>
          Client …{clientIdEnd}
          {accountNumberEnd && `, account …${accountNumberEnd}`}, at {host}
        </p>
      )}
      {from && <p>Ships from {from}</p>}
      <p className="text-muted">
        {enabled && complete
          ? `${count(callsLeft)} calls left this hour. `
          : 'Flat rates and hand-entered tracking are used. '}
        Changed {moment(updatedAt)}.
      </p>
    </div>
  )
}
