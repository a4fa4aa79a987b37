import { api } from '@laurel/contract/routes'
import { billingAddress } from '@laurel/domain/company-billing'
import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button, LinkButton } from '../../../parts/Button.tsx'
import { count, plural } from '../../../parts/format.ts'
import { zoneName } from '../../../parts/site-time.ts'
import { Cell, Table } from '../../../parts/Table.tsx'
import { Facts, OneOfMany, Panel, RecordLink, ScreenHead } from '../ListParts.tsx'
import { OfficeStatusTag } from '../OfficeStatusTag.tsx'
import { useMay } from '../office.queries.ts'
import { StaffNotes } from '../StaffNotes.tsx'
import { TermsPanel } from '../terms/TermsPanel.tsx'
import { officeDay } from '../times.ts'
import { companiesQueries, type OfficeCompany } from './companies.queries.ts'
import { LimitsDialog } from './LimitsDialog.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { MergeNote } from './MergeNote.tsx'

/** One company: its people, orders, money, and limits. */
export function CompanyScreen({ id }: { id: number }) {
  const read = useQuery(companiesQueries.one(id))
  return (
    <OneOfMany
      name="company"
      read={read}
      all={<LinkButton to="/office/companies">All companies</LinkButton>}
      absent="This site has no company with that number."
    >
      {(company) => <Whole company={company} />}
    </OneOfMany>
  )
}

type Props = { company: OfficeCompany }

function Whole({ company }: Props) {
  const [isLimiting, setLimiting] = useState(false)
  const [isMerging, setMerging] = useState(false)
  const may = useMay()
  const { id, notes, peopleCount, invitationCount } = company
  const text = [
    peopleCount === 1 ? '1 person' : `${count(peopleCount)} people`,
    ...(invitationCount > 0 ? [plural(invitationCount, 'invitation')] : []),
    `since ${officeDay(company.createdAt)}`,
  ]
  return (
    <>
      <ScreenHead title={company.name || `Company ${id}`} text={text.join(', ')}>
        {may('reports.read') && (
          <LinkButton look="plain" to="/office/reports" search={{ companyId: id }}>
            Reports
          </LinkButton>
        )}
        {may('audit.read') && (
          <LinkButton look="plain" to="/office/audit" search={{ subject: `company:${id}` }}>
            Audit log
          </LinkButton>
        )}
        {may('companies.edit') && company.merge === null && (
          <>
            <Button look="plain" onClick={() => setMerging(true)}>
              Merge company
            </Button>
            <Button onClick={() => setLimiting(true)}>Change limits</Button>
          </>
        )}
      </ScreenHead>
      <MergeNote company={company} />
      <div className="grid grid-cols-[minmax(0,1fr)_340px] gap-x-14 gap-y-10 mid:grid-cols-1">
        <div className="grid min-w-0 content-start gap-10">
          <CompanyPeople company={company} />
          <CompanyOrders company={company} />
          <StaffNotes
            hiddenFrom="The company never sees"
            notes={notes}
            canWrite={may('companies.edit')}
            add={(text, idempotencyKey) =>
              call(api.addCompanyNote, { params: { id }, body: { text }, idempotencyKey })
            }
          />
        </div>
        <div className="grid content-start gap-9">
          <MoneyFacts company={company} />
          {company.merge?.state !== 'merged' && <TermsPanel company={company} />}
          <BillingFacts company={company} />
          <LimitFacts company={company} />
          <BudgetFacts company={company} />
          <SetupFacts company={company} />
        </div>
      </div>
      {isMerging && <MergeDialog company={company} onClose={() => setMerging(false)} />}
      {isLimiting && <LimitsDialog company={company} onClose={() => setLimiting(false)} />}
      <p className="mt-10">
        <Link to="/office/companies" className="link">
          All companies
        </Link>
      </p>
    </>
  )
}

function CompanyPeople({ company: { people, peopleCount } }: Props) {
  const may = useMay()
  return (
    <Panel title="People">
      {peopleCount > people.length && (
        <p className="mt-1 text-muted">
          Showing {count(people.length)} of {count(peopleCount)}.
        </p>
      )}
      {people.length === 0 ? (
        <p className="mt-1 text-muted">This company has no people.</p>
      ) : (
        <Table
          stacks
          aria-label="People"
          columns={[
            'Person',
            'Role',
            { title: 'Joined', isNumber: true },
            { title: 'Last seen', isNumber: true },
          ]}
        >
          {people.map((one) => (
            <tr key={one.id}>
              <Cell className="wrap-anywhere narrow:order-1">
                {may('customers.read') ? (
                  <RecordLink of="customers" id={one.id} className="font-semibold">
                    {one.name || one.email}
                  </RecordLink>
                ) : (
                  one.name
                )}
                <span className="block text-muted text-small">{one.email}</span>
              </Cell>
              <Cell className="narrow:order-2 narrow:self-center">
                {one.roleName}
                {one.team && <span className="block text-muted text-small">{one.team}</span>}
              </Cell>
              <Cell isNumber className="narrow:hidden">
                <time dateTime={one.joinedAt}>{officeDay(one.joinedAt)}</time>
              </Cell>
              <Cell isNumber className="narrow:hidden">
                {one.lastSeenAt ? (
                  <time dateTime={one.lastSeenAt}>{officeDay(one.lastSeenAt)}</time>
                ) : (
                  'Never'
                )}
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

function CompanyOrders({ company }: Props) {
  const { orders, orderCount, declinedCount, orderedCents } = company
  const may = useMay()
  const sum = `${plural(orderCount - declinedCount, 'order')}, ${formatCents(orderedCents)} in total.`
  const others = declinedCount === 0 ? '' : ` Not counted: ${count(declinedCount)} rejected.`
  return (
    <Panel title="Orders">
      <p className="mt-1 mb-2 text-muted">
        {orderCount === 0 ? 'No orders yet.' : `${sum}${others}`}
        {orderCount > orders.length && ` Showing the latest ${orders.length}.`}
      </p>
      {orders.length > 0 && (
        <Table
          aria-label="Orders"
          columns={[
            'Order',
            'Status',
            { title: 'Placed by', className: 'narrow:hidden' },
            { title: 'Total', isNumber: true },
            { title: 'Placed', isNumber: true, className: 'narrow:hidden' },
          ]}
        >
          {orders.map((order) => (
            <tr key={order.id}>
              <Cell>
                {may('orders.read') ? (
                  <RecordLink of="orders" id={order.id} className="font-semibold">
                    {order.number}
                  </RecordLink>
                ) : (
                  order.number
                )}
              </Cell>
              <Cell>
                <span className="flex flex-wrap gap-1.5">
                  <OfficeStatusTag order={order} />
                </span>
              </Cell>
              <Cell className="narrow:hidden">{order.placedBy}</Cell>
              <Cell isNumber>{formatCents(order.totalCents)}</Cell>
              <Cell isNumber className="narrow:hidden">
                <time dateTime={order.placedAt}>{officeDay(order.placedAt)}</time>
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

function MoneyFacts({ company }: Props) {
  return (
    <Facts
      title="Money"
      facts={[
        ['Balance', company.balanceCents === null ? '' : formatCents(company.balanceCents)],
        ['Ordered', formatCents(company.orderedCents)],
        ['This year', formatCents(company.orderedThisYearCents)],
      ]}
    />
  )
}

function BillingFacts({ company: { billing } }: Props) {
  const source = billing.fromProfileOf
  return (
    <Facts
      title="Billing"
      facts={[
        ['Legal name', billing.legalBusinessName],
        ['Attention', billing.attention],
        ['Address', billingAddress(billing).join(', ')],
        ['Email', billing.email],
        ['From', source && `The profile of ${source}`],
      ]}
    />
  )
}

function LimitFacts({ company: { limits } }: Props) {
  const { maxOrderCents, maxOrdersPerDay, siteMaxOrderCents } = limits
  return (
    <Facts
      title="Limits"
      facts={[
        ['One order', formatCents(Math.min(maxOrderCents ?? siteMaxOrderCents, siteMaxOrderCents))],
        ['In 24 hours', maxOrdersPerDay === null ? 'No limit' : plural(maxOrdersPerDay, 'order')],
      ]}
    />
  )
}

const PER = { month: 'a month', quarter: 'a quarter', year: 'a year' } as const

function BudgetFacts({ company: { budgets } }: Props) {
  if (budgets.length === 0) return null
  return (
    <Panel title="Budgets">
      <ul className="mt-3 grid gap-2.5">
        {budgets.map((one) => (
          <li key={one.id}>
            <span className="wrap-anywhere font-medium">{one.name}</span>
            <span className="block text-muted text-small">
              {one.appliesTo || 'Everyone'}, {formatCents(one.amountCents)} {PER[one.period]}.{' '}
              {formatCents(one.leftCents)} left.
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const JOINING = { off: 'Only by invitation', approval: 'After an approval', open: 'Immediately' } as const

function SetupFacts({ company }: Props) {
  const verified = company.domains.filter(({ isVerified }) => isVerified)
  return (
    <Facts
      title="Setup"
      facts={[
        [
          'Domains',
          company.domains.map((one) => `${one.domain}${one.isVerified ? '' : ', not verified'}`).join('; '),
        ],
        ['Joining', verified.length > 0 ? JOINING[company.joinByDomain] : ''],
        ['Custom fields', company.orderFields.join(', ')],
        ['Time zone', zoneName(company.timeZone)],
      ]}
    />
  )
}
