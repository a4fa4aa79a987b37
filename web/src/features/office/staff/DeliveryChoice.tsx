import { RadioChoice } from '../../../parts/RadioChoice.tsx'

export type Delivery = 'mail' | 'shown'

const WAYS = [
  { value: 'mail', title: 'Mail it to them', detail: 'You do not see it' },
  { value: 'shown', title: 'Show it to me once', detail: 'You hand it over yourself' },
] as const

/** How a one-time password reaches the one it is for. */
export function DeliveryChoice({
  value,
  onChange,
}: {
  value: Delivery
  onChange: (value: Delivery) => void
}) {
  return (
    <div className="grid gap-2">
      <span className="font-medium text-label">One-time password</span>
      <RadioChoice label="One-time password" options={WAYS} value={value} onChange={onChange} />
    </div>
  )
}
