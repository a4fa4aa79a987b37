import { formatCents } from '@laurel/domain/money'
import { Cell, HeadCell, Table } from '../../../parts/Table.tsx'
import type { Delivery } from './deliveries.queries.ts'

const STATES = { issued: 'Issued', active: 'Active', cancelled: 'Canceled' } as const

/** Which cards it carries: the end of each number, never more. */
export function DeliveryCards({ cards }: { cards: Delivery['cards'] }) {
  return (
    <section aria-labelledby="cards">
      <h2 id="cards" className="text-h3">
        Cards
      </h2>
      {cards.length === 0 ? (
        <p className="mt-3 text-muted">None yet: a card gets its number just before it is sent or printed.</p>
      ) : (
        <Table aria-label="Cards" className="mt-1">
          <thead>
            <tr>
              <HeadCell>Ends in</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell isNumber>Value</HeadCell>
              <HeadCell isNumber>Left</HeadCell>
            </tr>
          </thead>
          <tbody>
            {cards.map((card) => (
              <tr key={card.id}>
                <Cell>{card.last4}</Cell>
                <Cell>{STATES[card.status]}</Cell>
                <Cell isNumber>{formatCents(card.valueCents)}</Cell>
                <Cell isNumber>{formatCents(card.balanceCents)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}
