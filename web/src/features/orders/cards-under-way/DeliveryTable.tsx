import { formatCents } from '@laurel/domain/money'
import { Button } from '../../../parts/Button.tsx'
import { Cell, HeadCell, Table } from '../../../parts/Table.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { VisuallyHidden } from '../../../parts/VisuallyHidden.tsx'
import type { Delivery } from './deliveries.queries.ts'
import {
  deliveryAction,
  deliveryDetail,
  deliveryName,
  deliveryPlace,
  deliveryState,
} from './delivery-words.ts'

type DeliveryTableProps = {
  deliveries: readonly Delivery[]
  /** What is shown is still of the filter before. */
  isDimmed: boolean
  onFix: (delivery: Delivery) => void
}

/** Who gets what, how far it is, and the button that helps it on. */
export function DeliveryTable({ deliveries, isDimmed, onFix }: DeliveryTableProps) {
  return (
    <Table
      stacks
      aria-label="Where each card is"
      aria-busy={isDimmed}
      className={`mt-2 transition-opacity duration-(--fast) ${isDimmed ? 'opacity-60' : ''}`}
    >
      <thead>
        <tr>
          <HeadCell>Recipient</HeadCell>
          <HeadCell>Sent to</HeadCell>
          <HeadCell isNumber>Value</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>
            <VisuallyHidden>What can be done</VisuallyHidden>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} onFix={() => onFix(delivery)} />
        ))}
      </tbody>
    </Table>
  )
}

function DeliveryRow({ delivery, onFix }: { delivery: Delivery; onFix: () => void }) {
  const { tone, word } = deliveryState(delivery)
  const detail = deliveryDetail(delivery)
  const action = deliveryAction(delivery)
  return (
    <tr>
      <Cell className="break-words font-semibold">{deliveryName(delivery)}</Cell>
      <Cell className="break-words text-muted text-small [overflow-wrap:anywhere] narrow:order-1 narrow:col-span-2">
        {deliveryPlace(delivery)}
      </Cell>
      <Cell isNumber>{formatCents(delivery.valueCents)}</Cell>
      <Cell className="narrow:order-2 narrow:col-span-2 narrow:mt-1!">
        <Tag tone={tone}>{word}</Tag>
        {detail && <span className="mt-1 block text-small">{detail}</span>}
        <Tracking delivery={delivery} />
      </Cell>
      <Cell className="text-end narrow:order-3 narrow:col-span-2 narrow:mt-2! narrow:text-start narrow:empty:hidden">
        {action && (
          <Button
            size="compact"
            aria-label={`${action}: ${deliveryName(delivery)}`}
            className="not-narrow:w-full"
            onClick={onFix}
          >
            {action}
          </Button>
        )}
      </Cell>
    </tr>
  )
}

function Tracking({ delivery: { trackingNumber, trackingUrl, carrier } }: { delivery: Delivery }) {
  if (trackingNumber === '') return null
  const text = `${carrier} ${trackingNumber}`.trim()
  return (
    <span className="mt-1 block break-all text-small">
      {trackingUrl ? (
        <a href={trackingUrl} target="_blank" rel="noreferrer" className="link">
          {text}
        </a>
      ) : (
        text
      )}
    </span>
  )
}
