import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button, LinkButton } from '../../../parts/Button.tsx'
import { count, plural } from '../../../parts/format.ts'
import { Note } from '../../../parts/Note.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { CompanyLink, Facts, OneOfMany, Panel, ScreenHead } from '../ListParts.tsx'
import { OfficeStatusTag } from '../OfficeStatusTag.tsx'
import { useMay } from '../office.queries.ts'
import { StaffNotes } from '../StaffNotes.tsx'
import { officeDay, officeMoment } from '../times.ts'
import { type AccountAction, AccountDialog } from './AccountDialog.tsx'
import { CustomerState } from './CustomersScreen.tsx'
import { customersQueries, type OfficeCustomer } from './customers.queries.ts'

/** One customer: profile, orders, and account actions. */
export function CustomerScreen({ id }: { id: number }) {
  const read = useQuery(customersQueries.one(id))
  return (
    <OneOfMany
      name="customer"
      read={read}
      all={<LinkButton to="/office/customers">All customers</LinkButton>}
      absent="This site has no customer with that number."
    >
      {(customer) => <Whole customer={customer} />}
    </OneOfMany>
  )
}

function Whole({ customer: data }: { customer: OfficeCustomer }) {
  const [asked, setAsked] = useState<AccountAction>()
  const may = useMay()
  const { id } = data
  const canHelp = may('customers.help') && data.state !== 'closed'
  return (
    <>
      <ScreenHead
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
      </ScreenHead>
      {data.disabledAt && data.state === 'disabled' && (
        <Note tone="warn" className="mb-8">
          <b className="font-semibold">Blocked since {officeMoment(data.disabledAt)}.</b>{' '}
          {data.disabledReason}
        </Note>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)_340px] gap-x-14 gap-y-10 mid:grid-cols-1">
        <div className="grid min-w-0 content-start gap-10">
          <CustomerOrders customer={data} />
          <StaffNotes
            hiddenFrom="The customer never sees"
            notes={data.notes}
            canWrite={canHelp}
            add={(text, idempotencyKey) =>
              call(api.addCustomerNote, { params: { id }, body: { text }, idempotencyKey })
            }
          />
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

function CustomerOrders({ customer }: { customer: OfficeCustomer }) {
  const { orders, orderCount } = customer
  const may = useMay()
  return (
    <Panel title="Orders">
      <p className="mt-1 mb-2 text-muted">
        {orderedWords(customer)}
        {orderCount > orders.length && ` Showing the latest ${orders.length}.`}
      </p>
      {orders.length > 0 && (
        <Table
          aria-label="Orders"
          columns={[
            'Order',
            'Status',
            { title: 'Total', isNumber: true },
            { title: 'Placed', isNumber: true, className: 'narrow:hidden' },
          ]}
        >
          {orders.map((order) => {
            const { id, number, totalCents, placedAt } = order
            return (
              <tr key={id}>
                <Cell>
                  {may('orders.read') ? (
                    <Link
                      to="/office/orders/$id"
                      params={{ id: String(id) }}
                      className="inline-flex min-h-9 items-center font-semibold text-ink underline-offset-3 hover:underline touch:min-h-11"
                    >
                      {number}
                    </Link>
                  ) : (
                    number
                  )}
                </Cell>
                <Cell>
                  <span className="flex flex-wrap gap-1.5">
                    <OfficeStatusTag order={order} />
                  </span>
                </Cell>
                <Cell isNumber>{formatCents(totalCents)}</Cell>
                <Cell isNumber className="narrow:hidden">
                  <time dateTime={placedAt}>{officeDay(placedAt)}</time>
                </Cell>
              </tr>
            )
          })}
        </Table>
      )}
    </Panel>
  )
}

/** The sum leaves out rejected and refunded orders, which are counted beside it. */
function orderedWords(customer: OfficeCustomer): string {
  const { orderCount, declinedCount, refundedCount, orderedCents } = customer
  if (orderCount === 0) return 'No orders yet.'
  const counted = plural(orderCount - declinedCount - refundedCount, 'order')
  const others = [
    declinedCount > 0 ? `${count(declinedCount)} rejected` : '',
    refundedCount > 0 ? `${count(refundedCount)} refunded` : '',
  ].filter(Boolean)
  const sum = `${counted}, ${formatCents(orderedCents)} in total.`
  return others.length === 0 ? sum : `${sum} Not counted: ${others.join(', ')}.`
}

type Props = { customer: OfficeCustomer }

function BusinessFacts({ customer }: Props) {
  const may = useMay()
  return (
    <Facts
      title="Business"
      facts={[
        ['Business', customer.company],
        [
          customer.companies.length > 1 ? 'Companies' : 'Company',
          <ul key="companies">
            {customer.companies.map((one) => (
              <li key={one.id}>
                <CompanyLink company={one} isLink={may('companies.read')} />, {one.roleName}
              </li>
            ))}
          </ul>,
        ],
        ['Address', customer.address],
        ['Tax number', customer.taxNumber],
        ['Person', customer.name],
        ['Email', customer.email && `${customer.email}${customer.emailVerified ? '' : ', not verified'}`],
        ['Phone', customer.phone],
        ['Heard about us', customer.heardAbout],
        ['Referred by', customer.referralSource],
        ['Orders for', customer.purposeOfOrder],
        ['Customer since', officeDay(customer.createdAt)],
      ]}
    />
  )
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  CONFIRMED: 'Confirmed',
  UNCONFIRMED: 'Email not confirmed yet',
  FORCE_CHANGE_PASSWORD: 'Must choose a password',
  RESET_REQUIRED: 'Must reset the password',
}
const FACTOR_WORDS: Readonly<Record<string, string>> = {
  SOFTWARE_TOKEN_MFA: 'Authenticator app',
  SMS_MFA: 'Text message',
  EMAIL_OTP: 'Email',
}

function SignInFacts({ customer: { signIn, state } }: Props) {
  const facts: [string, string][] = signIn
    ? [
        ['Account', STATUS_WORDS[signIn.status] ?? signIn.status],
        ['Second step', signIn.factors.map((one) => FACTOR_WORDS[one] ?? one).join(', ') || 'None'],
        ['Last signed in', signIn.lastSignedInAt ? officeMoment(signIn.lastSignedInAt) : 'Never'],
      ]
    : [['Account', state === 'closed' ? 'Deleted' : 'Managed in an external user pool, or deleted']]
  return <Facts title="Sign-in" facts={facts} />
}

function LimitFacts({ customer: { limits } }: Props) {
  const newWords = `Until ${officeDay(limits.newUntil)}: orders above ${formatCents(limits.newAccountOrderCents)} are reviewed`
  return (
    <Facts
      title="Limits"
      facts={[
        ['One order', formatCents(limits.maxOrderCents)],
        ['In a day', `${formatCents(limits.orderedTodayCents)} of ${formatCents(limits.dayLimitCents)}`],
        ['New account', limits.isNew ? newWords : 'No'],
      ]}
    />
  )
}
