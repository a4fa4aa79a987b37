import { formatCents } from '@laurel/domain/money'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Cell, HeadCell, Table } from '../../../parts/Table.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { type Funds, useMay } from '../office.queries.ts'
import { calendarDay } from '../times.ts'
import { MatchDialog } from './MatchDialog.tsx'
import { ReverseDialog } from './ReverseDialog.tsx'
import { SendBackDialog } from './SendBackDialog.tsx'

type Asked = { what: 'match' | 'reverse' | 'sendBack'; funds: Funds }

export function FundsRows({ funds }: { funds: readonly Funds[] }) {
  const [asked, setAsked] = useState<Asked>()
  const onClose = () => setAsked(undefined)
  return (
    <>
      <Table stacks aria-label="Checks and transfers">
        <thead>
          <tr>
            <HeadCell>Received</HeadCell>
            <HeadCell isNumber>Amount</HeadCell>
            <HeadCell>From</HeadCell>
            <HeadCell>Order</HeadCell>
            <HeadCell>
              <span className="sr-only">What to do</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {funds.map((one) => (
            <Row key={one.id} funds={one} onAsk={(what) => setAsked({ what, funds: one })} />
          ))}
        </tbody>
      </Table>
      {asked?.what === 'match' && <MatchDialog funds={asked.funds} onClose={onClose} />}
      {asked?.what === 'reverse' && <ReverseDialog funds={asked.funds} onClose={onClose} />}
      {asked?.what === 'sendBack' && <SendBackDialog funds={asked.funds} onClose={onClose} />}
    </>
  )
}

function Row({ funds, onAsk }: { funds: Funds; onAsk: (what: Asked['what']) => void }) {
  const may = useMay()
  const { orderId, orderNumber, reversedAt } = funds
  const isOpen = reversedAt === null && may('money.record')
  const isToSendBack = orderId === null && reversedAt === null && funds.sendBackAskedBy !== ''
  const method = funds.methodCode === 'self_hosted_check' ? 'Check' : 'Transfer'
  const what = `${method} of ${formatCents(funds.amountCents)}`
  return (
    <tr>
      <Cell>
        {calendarDay(funds.receivedOn)}
        <span className="block text-muted text-small">{method}</span>
      </Cell>
      <Cell isNumber className="font-medium">
        {formatCents(funds.amountCents)}
      </Cell>
      <Cell className="max-w-[24ch] narrow:col-span-2 narrow:max-w-none">
        <span className="block truncate">{funds.payer || 'Payer not named'}</span>
        <span className="block truncate text-muted text-small">
          {[funds.documentNumber && `No. ${funds.documentNumber}`, funds.reference]
            .filter(Boolean)
            .join(', ')}
        </span>
      </Cell>
      <Cell>
        {orderId !== null && (
          <Link
            to="/office/orders/$id"
            params={{ id: String(orderId) }}
            className="link inline-flex min-h-9 items-center font-medium touch:min-h-11"
          >
            {orderNumber}
          </Link>
        )}
        {orderId === null && reversedAt === null && <Tag tone="warn">To match</Tag>}
        {isToSendBack && (
          <span className="block text-muted text-small">A second person must confirm the refund</span>
        )}
        {reversedAt !== null && <Tag tone="bad">{funds.sentBackAs ? 'Refunded' : 'Undone'}</Tag>}
        {reversedAt !== null && <span className="block text-muted text-small">{funds.reversedReason}</span>}
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
                onClick={() => onAsk('sendBack')}
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
