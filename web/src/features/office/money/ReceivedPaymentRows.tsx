import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { WAYS_TO_PAY } from '@laurel/domain/payment-method'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { missing } from '../../../parts/Form.tsx'
import { capitalized } from '../../../parts/format.ts'
import { RadioChoice } from '../../../parts/RadioChoice.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { RecordLink } from '../ListParts.tsx'
import { OfficeDialog, ReasonDialog } from '../OfficeDialog.tsx'
import { type MatchableOrder, officeQueries, type ReceivedPayment, useMay } from '../office.queries.ts'
import { useDecision } from '../office-mutations.ts'
import { customerName } from '../orders/OrderRows.tsx'
import { calendarDay } from '../times.ts'

type Asked = { what: 'match' | 'reverse' | 'refund'; payment: ReceivedPayment }

export function ReceivedPaymentRows({ payments }: { payments: readonly ReceivedPayment[] }) {
  const [asked, setAsked] = useState<Asked>()
  const onClose = () => setAsked(undefined)
  return (
    <>
      <Table
        stacks
        aria-label="Checks and transfers"
        columns={[
          'Received',
          { title: 'Amount', isNumber: true },
          'From',
          'Order',
          { title: 'Actions', isUnseen: true },
        ]}
      >
        {payments.map((one) => (
          <Row key={one.id} payment={one} onAsk={(what) => setAsked({ what, payment: one })} />
        ))}
      </Table>
      {asked?.what === 'match' && <MatchDialog payment={asked.payment} onClose={onClose} />}
      {asked?.what === 'reverse' && <ReverseDialog payment={asked.payment} onClose={onClose} />}
      {asked?.what === 'refund' && <RefundDialog payment={asked.payment} onClose={onClose} />}
    </>
  )
}

function Row({ payment, onAsk }: { payment: ReceivedPayment; onAsk: (what: Asked['what']) => void }) {
  const may = useMay()
  const { orderId, orderNumber, reversedAt } = payment
  const isOpen = reversedAt === null && may('money.record')
  const isToRefund = orderId === null && reversedAt === null && payment.refundAskedBy !== ''
  const method = capitalized(WAYS_TO_PAY[payment.methodCode].noun)
  const what = `${method} of ${formatCents(payment.amountCents)}`
  return (
    <tr>
      <Cell>
        {calendarDay(payment.receivedOn)}
        <span className="block text-muted text-small">{method}</span>
      </Cell>
      <Cell isNumber className="font-medium">
        {formatCents(payment.amountCents)}
      </Cell>
      <Cell className="max-w-[24ch] narrow:col-span-2 narrow:max-w-none">
        <span className="block truncate">{payment.payer || 'Payer not named'}</span>
        <span className="block truncate text-muted text-small">
          {[payment.documentNumber && `No. ${payment.documentNumber}`, payment.reference]
            .filter(Boolean)
            .join(', ')}
        </span>
      </Cell>
      <Cell>
        {orderId !== null && !payment.isTopUp && (
          <RecordLink of="orders" id={orderId}>
            {orderNumber}
          </RecordLink>
        )}
        {payment.isTopUp && `Balance top-up ${orderNumber}`}
        {orderId === null && reversedAt === null && <Tag tone="warn">To match</Tag>}
        {isToRefund && (
          <span className="block text-muted text-small">A second person must approve the refund</span>
        )}
        {reversedAt !== null && <Tag tone="bad">{payment.refundDocumentNumber ? 'Refunded' : 'Undone'}</Tag>}
        {reversedAt !== null && <span className="block text-muted text-small">{payment.reversedReason}</span>}
      </Cell>
      <Cell className="narrow:self-center">
        {isOpen && (
          <span className="flex flex-wrap justify-end gap-2">
            {orderId === null && (
              <Button size="compact" aria-label={`Match: ${what}`} onClick={() => onAsk('match')}>
                Match
              </Button>
            )}
            {orderId === null && may('money.refund') && (
              <Button
                look="plain"
                size="compact"
                aria-label={`Refund: ${what}`}
                onClick={() => onAsk('refund')}
              >
                Refund
              </Button>
            )}
            <Button look="plain" size="compact" aria-label={`Undo: ${what}`} onClick={() => onAsk('reverse')}>
              Undo
            </Button>
          </span>
        )}
      </Cell>
    </tr>
  )
}

/** Undoes a payment that bounced or was recorded by mistake. */
function ReverseDialog({ payment, onClose }: { payment: ReceivedPayment; onClose: () => void }) {
  const amount = formatCents(payment.amountCents)
  return (
    <ReasonDialog
      title={`Undo this payment of ${amount}?`}
      lead={
        <p>
          {payment.orderId === null
            ? 'It isn’t matched to an order. No money moves; only the record is corrected.'
            : `Order ${payment.orderNumber} becomes unpaid by that amount, and goes on hold if it was approved. No money moves; only the record is corrected.`}
        </p>
      }
      submit="Undo payment"
      isDanger
      hint="The check bounced, or it was recorded twice, for example."
      maxLength={200}
      decide={(reason, idempotencyKey) =>
        call(api.reverseReceivedPayment, {
          params: { id: payment.id },
          body: { reason },
          idempotencyKey,
        })
      }
      done={`The payment of ${amount} was undone`}
      onClose={onClose}
    />
  )
}

/** Refunds a payment that belongs to no order. */
function RefundDialog({ payment, onClose }: { payment: ReceivedPayment; onClose: () => void }) {
  const amount = formatCents(payment.amountCents)
  const [documentNumber, setDocumentNumber] = useState('')
  const [reason, setReason] = useState('')
  const sending = useDecision({
    decide: (idempotencyKey) =>
      call(api.refundReceivedPayment, {
        params: { id: payment.id },
        body: { documentNumber: documentNumber.trim(), reason: reason.trim() },
        idempotencyKey,
      }),
    done: ({ reversedAt }) =>
      reversedAt === null ? 'A second person must approve the refund' : `${amount} was refunded to its payer`,
    onClose,
  })

  return (
    <OfficeDialog
      title={`Refund ${amount} to its payer?`}
      lead={<p>It isn’t matched to an order. A large refund needs a second person’s approval.</p>}
      submit={`Refund ${amount}`}
      request={sending}
      check={() => missing({ documentNumber, reason })}
      onClose={onClose}
    >
      <TextField
        label="Check or transfer number"
        name="documentNumber"
        value={documentNumber}
        onChange={setDocumentNumber}
        maxLength={60}
        isRequired
      />
      <TextField
        label="Reason"
        name="reason"
        value={reason}
        onChange={setReason}
        maxLength={200}
        isRequired
      />
    </OfficeDialog>
  )
}

/** Matches a payment to an order. Offers only orders that can take it, the likeliest first. */
function MatchDialog({ payment, onClose }: { payment: ReceivedPayment; onClose: () => void }) {
  const [text, setText] = useState('')
  const [orderId, setOrderId] = useState<string | null>(null)
  const searched = useDeferredValue(text.trim())
  const { data } = useQuery(officeQueries.matchable(payment.id, searched))
  const orders = data ?? []
  const chosen = orders.find((order) => String(order.orderId) === orderId)
  const match = useDecision({
    decide: (idempotencyKey) =>
      call(api.matchReceivedPayment, {
        params: { id: payment.id },
        body: { orderId: Number(orderId) },
        idempotencyKey,
      }),
    done: `${formatCents(payment.amountCents)} matched to order ${chosen?.orderNumber ?? ''}`,
    onClose,
  })

  return (
    <OfficeDialog
      title={`Match ${formatCents(payment.amountCents)}`}
      lead={
        <p>
          {[payment.payer || 'Payer not named', payment.reference, payment.note].filter(Boolean).join('. ')}
        </p>
      }
      submit={chosen ? `Match to order ${chosen.orderNumber}` : 'Match'}
      request={match}
      check={() => (chosen ? {} : { order: 'Choose the order it is for.' })}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            label="Order, customer, or reference"
            type="search"
            value={text}
            onChange={setText}
            maxLength={100}
            autoComplete="off"
          />
          {orders.length > 0 && (
            <RadioChoice
              label="Order"
              value={orderId}
              onChange={setOrderId}
              error={chosen ? undefined : errors.order}
              options={orders.map((order) => ({
                value: String(order.orderId),
                title: `${order.isTopUp ? 'Balance top-up ' : ''}${order.orderNumber}, ${customerName(order.customer)}`,
                detail: likeness(order, payment),
                aside: `${formatCents(order.dueCents)} due`,
              }))}
            />
          )}
          {data && orders.length === 0 && (
            <p className="text-muted">
              {searched === ''
                ? 'No order is waiting for a check or transfer. Search for a paid one.'
                : 'No order paid by check or transfer matches.'}
            </p>
          )}
        </>
      )}
    </OfficeDialog>
  )
}

/** Why an order may fit: the payer's reference, the amount, or both. */
function likeness(order: MatchableOrder, payment: ReceivedPayment): string | undefined {
  const found = [
    ...(order.isNearReference && payment.reference !== '' ? [`Closest reference: ${order.reference}`] : []),
    ...(order.isSameAmount ? ['Same amount'] : []),
  ]
  return found.length === 0 ? undefined : found.join('. ')
}
