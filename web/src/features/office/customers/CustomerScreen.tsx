import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiProblem } from '../../../app/api-problem.ts'
import { Button } from '../../../parts/Button.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { LinkButton } from '../../../parts/LinkButton.tsx'
import { Note } from '../../../parts/Note.tsx'
import { ReadProblem, RowsLoading } from '../ListParts.tsx'
import { useMay } from '../office.queries.ts'
import { DeskHead } from '../shell/DeskHead.tsx'
import { moment } from '../times.ts'
import { type AccountAction, AccountDialog } from './AccountDialog.tsx'
import { BusinessFacts, LimitFacts, SignInFacts } from './CustomerFacts.tsx'
import { CustomerNotes } from './CustomerNotes.tsx'
import { CustomerOrders } from './CustomerOrders.tsx'
import { CustomerState } from './CustomerState.tsx'
import { customersQueries } from './customers.queries.ts'

/** One customer: who they are, what they ordered, and how they may be helped. */
export function CustomerScreen({ id }: { id: number }) {
  const { data, error, isFetching, refetch } = useQuery(customersQueries.one(id))
  const [asked, setAsked] = useState<AccountAction>()
  const may = useMay()
  if (!data) {
    const isAbsent = error instanceof ApiProblem && error.status === 404
    if (isAbsent) {
      return (
        <EmptyState
          title="There is no such customer"
          action={<LinkButton to="/office/customers">All customers</LinkButton>}
        >
          The number in the address belongs to nobody here.
        </EmptyState>
      )
    }
    return error ? (
      <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />
    ) : (
      <RowsLoading label="The customer’s facts" />
    )
  }
  const canHelp = may('customers.help') && data.state !== 'closed'
  return (
    <>
      <DeskHead
        title={data.company || data.name || data.email || `Customer ${id}`}
        beside={<CustomerState customer={data} />}
        text={[data.name, data.email].filter(Boolean).join(', ')}
      >
        {may('audit.read') && (
          <LinkButton look="plain" to="/office/audit" search={{ subject: `customer:${id}` }}>
            Audit log
          </LinkButton>
        )}
        {canHelp && (
          <>
            <Button look="danger" onClick={() => setAsked('close')}>
              Close account
            </Button>
            {data.signIn && data.signIn.factors.length > 0 && (
              <Button onClick={() => setAsked('reset-second-step')}>Reset second step</Button>
            )}
            <Button onClick={() => setAsked(data.state === 'disabled' ? 'enable' : 'disable')}>
              {data.state === 'disabled' ? 'Unblock' : 'Block'}
            </Button>
          </>
        )}
      </DeskHead>
      {data.disabledAt && data.state === 'disabled' && (
        <Note tone="warn" className="mb-8">
          <b className="font-semibold">Blocked since {moment(data.disabledAt)}.</b> {data.disabledReason}
        </Note>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_340px] gap-x-14 gap-y-10 mid:grid-cols-1">
        <div className="grid min-w-0 content-start gap-10">
          <CustomerOrders customer={data} />
          <CustomerNotes customer={data} canWrite={canHelp} />
        </div>
        <div className="grid content-start gap-9">
          <BusinessFacts customer={data} />
          <SignInFacts customer={data} />
          <LimitFacts customer={data} />
        </div>
      </div>
      {asked && <AccountDialog customer={data} action={asked} onClose={() => setAsked(undefined)} />}
      <p className="mt-10">
        <Link to="/office/customers" className="link">
          All customers
        </Link>
      </p>
    </>
  )
}
