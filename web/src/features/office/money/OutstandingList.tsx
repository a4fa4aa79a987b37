import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { plural } from '../../../parts/format.ts'
import { EmptyState } from '../../../parts/Note.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { ChangedNote, PagedList, RecordLink } from '../ListParts.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { type OutstandingOrder, officeQueries, useMay } from '../office.queries.ts'
import { useDecision } from '../office-mutations.ts'
import { customerName } from '../orders/OrderRows.tsx'
import type { ReceivedPaymentsSearch } from '../screen-searches.ts'
import { officeDay } from '../times.ts'
import { MoneyByAge } from './MoneyByAge.tsx'
import { AGE_WORDS, remindedWords } from './outstanding-words.ts'

/** Placed orders with an outstanding amount: since when, how much, and a reminder for each. */
export function OutstandingList({ search: { age, page } }: { search: ReceivedPaymentsSearch }) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<OutstandingOrder>()
  const [isChanged, setChanged] = useState(false)
  const read = useQuery(officeQueries.outstanding({ age, page }))
  const show = (more: Pick<ReceivedPaymentsSearch, 'age' | 'page'>) =>
    void navigate({
      to: '/office/received-payments',
      search: { only: 'outstanding', ...more },
      resetScroll: false,
    })

  return (
    <>
      {isChanged && (
        <ChangedNote onSeen={() => setChanged(false)} className="mb-5">
          Someone else reminded this customer, or the payment arrived, so we didn’t send anything.
        </ChangedNote>
      )}
      {read.data && (
        <MoneyByAge
          label="Outstanding by age"
          counted="order"
          words={AGE_WORDS}
          ages={read.data.ages}
          chosen={age}
          onChoose={(next) => show(next ? { age: next } : {})}
        />
      )}
      <PagedList
        label="Outstanding orders"
        read={read}
        page={page}
        onPage={(next) => show({ ...(age && { age }), page: next })}
        empty={
          <EmptyState title={age ? 'No orders of this age' : 'Nothing is outstanding'}>
            {age ? 'Choose another age, or show all orders.' : 'Every placed order is paid.'}
          </EmptyState>
        }
      >
        {(orders) => <OutstandingRows orders={orders} onRemind={setAsked} />}
      </PagedList>
      {asked && (
        <RemindDialog order={asked} onClose={() => setAsked(undefined)} onChanged={() => setChanged(true)} />
      )}
    </>
  )
}

type RemindDialogProps = { order: OutstandingOrder; onClose: () => void; onChanged: () => void }

/** Sends a payment reminder now, instead of waiting for the next automatic one. */
function RemindDialog({ order, onClose, onChanged }: RemindDialogProps) {
  const { orderId, orderNumber, customer, outstandingCents, remindersSent, remindedAt } = order
  const remind = useDecision({
    decide: (idempotencyKey) =>
      call(api.remindOrder, {
        params: { id: orderId },
        body: { seenReminders: remindersSent },
        idempotencyKey,
      }),
    done: `Reminder for order ${orderNumber} sent`,
    onClose,
    onChanged,
  })
  return (
    <OfficeDialog
      title={`Remind ${customerName(customer)}?`}
      lead={
        <>
          <p>
            We’ll email {customer.email} that {formatCents(outstandingCents)} is due for order {orderNumber},
            with the invoice and the remittance slip.
          </p>
          {remindersSent > 0 && (
            <p>
              {plural(remindersSent, 'reminder was', 'reminders were')} sent
              {remindedAt && `, the last on ${officeDay(remindedAt)}`}.
            </p>
          )}
        </>
      }
      submit="Send reminder"
      request={remind}
      onClose={onClose}
    />
  )
}

type OutstandingRowsProps = {
  orders: readonly OutstandingOrder[]
  onRemind: (order: OutstandingOrder) => void
}

function OutstandingRows({ orders, onRemind }: OutstandingRowsProps) {
  return (
    <Table
      stacks
      aria-label="Outstanding orders"
      columns={[
        'Order',
        'Customer',
        'Placed',
        { title: 'Outstanding', isNumber: true },
        'Reminders',
        { title: 'Actions', isUnseen: true },
      ]}
    >
      {orders.map((order) => (
        <Row key={order.orderId} order={order} onRemind={() => onRemind(order)} />
      ))}
    </Table>
  )
}

function Row({ order, onRemind }: { order: OutstandingOrder; onRemind: () => void }) {
  const may = useMay()
  const { customer, methodCode, totalCents, outstandingCents } = order
  const isPart = outstandingCents < totalCents
  return (
    <tr>
      <Cell>
        <RecordLink of="orders" id={order.orderId}>
          {order.orderNumber}
        </RecordLink>
        {methodCode && <span className="block text-muted text-small">{WAYS_TO_PAY[methodCode].title}</span>}
      </Cell>
      <Cell className="max-w-[26ch] narrow:order-3 narrow:col-span-2 narrow:max-w-none">
        <span className="block truncate">{customerName(customer)}</span>
        <span className="block truncate text-muted text-small">{customer.email}</span>
      </Cell>
      <Cell className="whitespace-nowrap narrow:order-4">
        {order.ageDays === 0 ? 'Today' : `${plural(order.ageDays, 'day')} ago`}
        <span className="block text-muted text-small">{officeDay(order.placedAt)}</span>
      </Cell>
      <Cell isNumber className="narrow:order-2">
        <span className="font-medium">{formatCents(outstandingCents)}</span>
        {isPart && <span className="block text-muted text-small">of {formatCents(totalCents)}</span>}
      </Cell>
      <Cell className="narrow:order-5 narrow:text-end">
        <span className="hidden text-muted text-small narrow:block">Reminders</span>
        {remindedWords(order)}
      </Cell>
      <Cell className="narrow:order-6 narrow:col-span-2">
        {order.canRemind && may('money.record') && (
          <span className="flex justify-end">
            <Button
              size="compact"
              aria-label={`Remind now: ${customerName(customer)}, order ${order.orderNumber}`}
              onClick={onRemind}
            >
              Remind now
            </Button>
          </span>
        )}
      </Cell>
    </tr>
  )
}
