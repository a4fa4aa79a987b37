import type { ReactNode } from 'react'
import { CardItemCanvas } from '../../parts/card/CardItemCanvas.tsx'
import type { Order } from '../../parts/delivery-text.ts'

/** A state that is not the end yet: the words, and the card they are about. */
export function Scene({ order, children }: { order: Order; children: ReactNode }) {
  const [item] = order.cardItems.filter(({ state }) => state === 'in_cart')
  return (
    <div className="confirmation done-hero">
      <div className="page grid grid-cols-[minmax(0,1fr)_380px] items-start gap-16 py-24 mid:grid-cols-1 mid:gap-10 narrow:py-10">
        <div className="grid justify-items-start gap-6">{children}</div>
        {item && (
          <CardItemCanvas
            item={item}
            ofFirstPerson
            leaning
            className="done-card mid:-order-1 mid:max-w-[320px] narrow:max-w-[240px]"
          />
        )}
      </div>
    </div>
  )
}
