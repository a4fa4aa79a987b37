import { formatCents } from '@laurel/domain/money'
import type { ReactNode } from 'react'
import { useSetupStore } from '../../../app/setup-store.ts'
import { CardCanvas } from '../../../parts/card/CardCanvas.tsx'
import { plural } from '../../../parts/format.ts'
import { cardLook } from '../card-look.ts'
import { useReward, useRewardType, useTemplate } from '../use-card-at-hand.ts'

/** The card, and under it what the cards come to so far. */
export function AmountStage() {
  const rewardType = useRewardType()
  const template = useTemplate()
  const { reward } = useReward()
  const design = useSetupStore((setup) => setup.design)
  const quantity = useSetupStore((setup) => setup.quantity)
  const amountCents = useSetupStore((setup) => setup.denominationCents)
  return (
    <section
      aria-label="Your card"
      className="stage grid content-start justify-items-center px-12 pt-16 pb-12 narrow:px-(--gutter) narrow:pt-4.5 narrow:pb-6"
    >
      <div className="sticky top-14 grid w-full max-w-[640px] gap-12 narrow:static narrow:max-w-[440px] narrow:gap-6">
        <CardCanvas
          look={cardLook({ design, template, rewardType, amountCents, networkName: reward?.network })}
          leaning
        />
        <p aria-live="polite" className="text-center text-muted narrow:text-small">
          {toTotal(quantity, amountCents)}
        </p>
      </div>
    </section>
  )
}

/** `250 cards × $50.00 = $12,500.00 on your cards`. */
function toTotal(typed: number | null, amountCents: number | null): string {
  const quantity = typed !== null && Number.isInteger(typed) && typed > 0 ? typed : null
  if (quantity === null && amountCents === null) return ''
  if (quantity === null) return `${formatCents(amountCents ?? 0)} on each card`
  if (amountCents === null) return `${plural(quantity, 'card')}. What each is worth comes next.`
  return `${plural(quantity, 'card')} × ${formatCents(amountCents)} = ${formatCents(quantity * amountCents)} on your cards`
}

type AmountToolsProps = { title: string; lead: string; children: ReactNode }

/** The right side of the quantity and value steps. */
export function AmountTools({ title, lead, children }: AmountToolsProps) {
  return (
    <section
      aria-labelledby="amount-title"
      className="grid content-start gap-6 border-line border-s px-8 pt-12 pb-12 mid:border-0 narrow:px-(--gutter) narrow:pt-6 narrow:pb-8"
    >
      <div>
        <h1 id="amount-title">{title}</h1>
        <p className="mt-2 text-muted">{lead}</p>
      </div>
      {children}
    </section>
  )
}
