import { formatCents } from '@laurel/domain/money'
import { Mail, Mailbox, Truck } from 'lucide-react'
import { arrival, travelTime } from '../../parts/delivery-estimate.ts'
import { count } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { RadioChoice } from '../../parts/RadioChoice.tsx'
import type { ShippingOption } from './checkout.queries.ts'

type DeliveryChoiceProps = {
  label: string
  options: readonly ShippingOption[]
  /** How many are sent: an option priced per recipient costs that many times. */
  cards: number
  value: number | null
  onChange: (optionId: number) => void
  error?: string | undefined
}

const ICONS = { UPS: Truck, USPS: Mailbox, email: Mail }

/** Ways to travel, each with its price for this order and when it arrives. */
export function DeliveryChoice({ label, options, cards, value, onChange, error }: DeliveryChoiceProps) {
  return (
    <RadioChoice
      label={label}
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(Number(id))}
      error={error}
      options={options.map((option) => ({
        value: String(option.id),
        title: (
          <span className="flex items-center gap-2.5">
            <Icon of={ICONS[option.carrier]} className="text-muted" />
            {option.service}
          </span>
        ),
        detail: detail(option),
        aside: <Price option={option} cards={cards} />,
      }))}
    />
  )
}

function detail(option: ShippingOption): string {
  if (option.carrier === 'email') return 'Arrives within minutes of being sent'
  return `${travelTime(option)}. Arrives about ${arrival(option)}`
}

function Price({ option, cards }: { option: ShippingOption; cards: number }) {
  const times = option.per === 'recipient' ? cards : 1
  if (option.priceCents === 0) return <b className="font-semibold">Free</b>
  return (
    <span className="block text-end">
      <b className="block font-semibold">{formatCents(times * option.priceCents)}</b>
      {times > 1 && (
        <span className="block text-muted text-small">
          {count(times)} × {formatCents(option.priceCents)}
        </span>
      )}
    </span>
  )
}
