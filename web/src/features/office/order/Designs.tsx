import { formatDollars } from '@laurel/domain/money'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { CardItemCanvas } from '../../../parts/card/CardItemCanvas.tsx'
import { count, plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { Panel } from '../ListParts.tsx'
import type { OfficeOrder } from '../office.queries.ts'
import { LogoCompare } from './LogoCompare.tsx'
import type { Item, OrderArtwork } from './order.queries.ts'
import { CardStage, Proofs } from './Proofs.tsx'

type DesignsProps = {
  order: OfficeOrder['order']
  artwork: OrderArtwork | undefined
  /** Beside the design's name. */
  lead: ReactNode
}

/** The order's cards, one design at a time: a proof for each name, and the logo beside how it prints. */
export function Designs({ order: { id, cardItems }, artwork, lead }: DesignsProps) {
  const [at, setAt] = useState(0)
  const item = cardItems[at] ?? cardItems[0]
  if (!item) return null
  const design = artwork?.designs.find(({ cardItemId }) => cardItemId === item.id)
  const isNewLogo = design?.checks.some(({ check, isGood }) => check === 'logo_known' && !isGood)
  const isNamed = item.rewardTypeData.name !== 'bulk' && item.recipientCount > 0
  return (
    <Panel title="Designs" head="sr-only">
      <div className="mb-3 flex min-h-9 flex-wrap items-center gap-x-5 gap-y-2 text-muted text-small">
        {lead}
        <p aria-live="polite" className="flex-1">
          Design {at + 1} of {cardItems.length}: {item.name || item.reward.name}
          {isNewLogo && (
            <span className="ms-2.5">
              <Tag tone="warn">New logo</Tag>
            </span>
          )}
        </p>
        {cardItems.length > 1 && (
          <div className="flex gap-3">
            <Button size="compact" isDisabled={at === 0} onClick={() => setAt(at - 1)}>
              <Icon of={ChevronLeft} size={18} />
              Previous
            </Button>
            <Button size="compact" isDisabled={at === cardItems.length - 1} onClick={() => setAt(at + 1)}>
              Next
              <Icon of={ChevronRight} size={18} />
            </Button>
          </div>
        )}
      </div>
      {isNamed ? (
        <Proofs key={item.id} orderId={id} item={item} />
      ) : (
        <CardStage>
          <CardItemCanvas key={item.id} item={item} />
        </CardStage>
      )}
      {design?.logo && (
        <LogoCompare key={`logo of ${item.id}`} item={item} logo={design.logo} before={design.logoBefore} />
      )}
      <ItemFacts item={item} />
    </Panel>
  )
}

function ItemFacts({ item }: { item: Item }) {
  const facts = [
    ['Card type', item.rewardTypeData.title],
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
