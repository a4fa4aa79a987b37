import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button, LinkButton } from '../../../parts/Button.tsx'
import { Form, missing } from '../../../parts/Form.tsx'
import { count, plural } from '../../../parts/format.ts'
import { Note } from '../../../parts/Note.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { TextArea } from '../../../parts/TextField.tsx'
import { Facts, OneOfMany, Panel, ScreenHead } from '../ListParts.tsx'
import { OfficeStatusTag } from '../OfficeStatusTag.tsx'
import { useMay, useMe } from '../office.queries.ts'
import { useSave } from '../office-mutations.ts'
import { byWords } from '../office-words.ts'
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

type CustomerNotesProps = { customer: OfficeCustomer; canWrite: boolean }

/** Notes for the team. The customer never sees them. */
function CustomerNotes({ customer: { id, notes }, canWrite }: CustomerNotesProps) {
  const [text, setText] = useState('')
  const { id: ownId } = useMe()
  const saving = useRef('')
  const save = useSave({
    save: (idempotencyKey) => {
      saving.current = text
      return call(api.addCustomerNote, { params: { id }, body: { text: text.trim() }, idempotencyKey })
    },
    done: 'Note saved',
    // What was typed in the meantime stays.
    onDone: () => setText((now) => (now === saving.current ? '' : now)),
  })
  return (
    <Panel title="Notes">
      <p className="mt-1 mb-3 text-muted">For colleagues; the customer never sees them.</p>
      {canWrite && (
        <Form
          onSubmit={() => save.mutate()}
          check={() => missing({ text })}
          problem={save.error}
          className="mb-5 grid max-w-[640px] gap-3"
        >
          <TextArea label="New note" name="text" value={text} onChange={setText} rows={3} maxLength={2000} />
          <div>
            <Button type="submit" size="compact" isPending={save.isPending}>
              Save note
            </Button>
          </div>
        </Form>
      )}
      {notes.length > 0 && (
        <ul className="max-w-[640px] border-line border-t">
          {notes.map((note) => (
            <li key={note.id} className="border-line border-b py-3">
              <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
              <p className="text-muted text-small">
                {note.byName || byWords(note.by, ownId)}, {officeMoment(note.at)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
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
  return (
    <Facts
      title="Business"
      facts={[
        ['Business', customer.company],
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
    : [['Account', state === 'closed' ? 'Deleted' : 'Kept in a user pool elsewhere, or deleted']]
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
        ['New account', limits.isNew ? newWords : 'No longer'],
      ]}
    />
  )
}
