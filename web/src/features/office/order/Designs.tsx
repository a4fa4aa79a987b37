import { formatDollars } from '@laurel/domain/money'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { CardItemCanvas } from '../../../parts/card/CardItemCanvas.tsx'
import { count, plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import type { OfficeOrder } from '../office.queries.ts'

type Item = OfficeOrder['order']['cardItems'][number]

type DesignsProps = {
  items: readonly Item[]
  /** Whose logo was on no approved order of this customer yet. */
  newLogos: readonly number[]
}

/** The cards as they will be made, one design at a time, and whom they are for. */
export function Designs({ items, newLogos }: DesignsProps) {
  const [at, setAt] = useState(0)
  const item = items[at] ?? items[0]
  if (!item) return null
  return (
    <section aria-labelledby="designs">
      <h2 id="designs" className="sr-only">
        Designs
      </h2>
      <div className="rounded-[20px] bg-canvas px-[clamp(16px,4vw,48px)] pt-8 pb-12">
        <div className="mx-auto max-w-[640px]">
          <CardItemCanvas key={item.id} item={item} />
        </div>
      </div>
      <div className="mt-3.5 flex min-h-11 flex-wrap items-center justify-between gap-3 text-muted text-small">
        <p aria-live="polite">
          Design {at + 1} of {items.length}: {item.name || item.reward.name}
          {newLogos.includes(item.id) && (
            <span className="ms-2.5">
              <Tag tone="warn">New logo</Tag>
            </span>
          )}
        </p>
        {items.length > 1 && (
          <div className="flex gap-3">
            <Button size="compact" isDisabled={at === 0} onClick={() => setAt(at - 1)}>
              <Icon of={ChevronLeft} size={18} />
              Previous
            </Button>
            <Button size="compact" isDisabled={at === items.length - 1} onClick={() => setAt(at + 1)}>
              Next
              <Icon of={ChevronRight} size={18} />
            </Button>
          </div>
        )}
      </div>
      <ItemFacts item={item} />
    </section>
  )
}

function ItemFacts({ item }: { item: Item }) {
  const facts = [
    ['Sent as', item.rewardTypeData.title],
    ['Cards', amounts(item)],
    ['For', whom(item)],
    ['Message', item.message],
    ['From', item.senderName],
  ].filter(([, value]) => value)
  return (
    <dl className="mt-4 grid gap-1.5">
      {facts.map(([label, value]) => (
        <div key={label} className="flex gap-3">
          <dt className="min-w-22 text-muted">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** `4,000 × $50, 1,000 × $75`. */
function amounts({ amounts: all }: Item): string {
  return all.map((one) => `${count(one.count)} × ${formatDollars(one.eachCents)}`).join(', ')
}

function whom({ rewardTypeData, recipientCount, attentionCount }: Item): string {
  if (rewardTypeData.name === 'bulk') return 'one parcel to the customer'
  const people = plural(recipientCount, 'recipient')
  return attentionCount === 0 ? people : `${people}, ${count(attentionCount)} need attention`
}
