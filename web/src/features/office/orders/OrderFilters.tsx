import { OFFICE_STATUS_LABELS, OFFICE_STATUSES } from '@laurel/domain/office-status'
import { PAYMENT_METHOD_NAMES, PAYMENT_METHODS } from '@laurel/domain/payment-state'
import { REWARD_TYPES, type RewardType } from '@laurel/domain/reward-type'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Chip, Chips } from '../../../parts/Chip.tsx'
import { Select } from '../../../parts/Select.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { type OrdersSearch, withFilter } from './orders-search.ts'

const ONLY = [
  { only: 'held', label: 'On hold' },
  { only: 'flagged', label: 'Flagged' },
  { only: 'overpaid', label: 'Overpaid' },
] as const
const TYPES: Readonly<Record<RewardType, string>> = { bulk: 'Bulk', direct: 'Direct', digital: 'Digital' }

type SetFilter = <Key extends keyof OrdersSearch>(key: Key, value: OrdersSearch[Key] | undefined) => void

/** One status, and one reason to look: pressed again they let go. The address keeps them, and all the rest. */
export function OrderFilters({ search }: { search: OrdersSearch }) {
  const navigate = useNavigate({ from: '/office/orders/' })
  const { status, only, type, method, from, to } = search
  const hasMore = [type, method, from, to].some((one) => one !== undefined)
  const [isOpen, setOpen] = useState(hasMore)
  // From the address as it then is: two presses may come before it is drawn anew.
  const change = (next: (now: OrdersSearch) => OrdersSearch) =>
    void navigate({ to: '/office/orders', search: next, resetScroll: false })
  const set: SetFilter = (key, value) => change((now) => withFilter(now, key, value))
  return (
    <>
      <Chips label="Show only">
        {OFFICE_STATUSES.map((one) => (
          <Chip
            key={one}
            isSelected={one === status}
            onPress={() => change((now) => withFilter(now, 'status', otherThan(now.status, one)))}
          >
            {OFFICE_STATUS_LABELS[one]}
          </Chip>
        ))}
        {ONLY.map((one) => (
          <Chip
            key={one.only}
            isSelected={one.only === only}
            onPress={() => change((now) => withFilter(now, 'only', otherThan(now.only, one.only)))}
          >
            {one.label}
          </Chip>
        ))}
        <Button
          look="link"
          size="compact"
          aria-expanded={isOpen}
          aria-controls="more-filters"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Fewer filters' : 'More filters'}
        </Button>
      </Chips>
      {isOpen && <MoreFilters search={search} set={set} />}
    </>
  )
}

function MoreFilters({ search: { type, method, from, to }, set }: { search: OrdersSearch; set: SetFilter }) {
  const ANY = 'any' as const
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and take a legend
    <div
      id="more-filters"
      role="group"
      aria-label="More filters"
      className="mt-4 grid grid-cols-4 gap-4 mid:grid-cols-2 tiny:grid-cols-1"
    >
      <Select
        label="Sent as"
        options={[
          { value: ANY, label: 'Any way' },
          ...REWARD_TYPES.map((value) => ({ value, label: TYPES[value] })),
        ]}
        value={type ?? ANY}
        onChange={(value) => set('type', value === ANY || value === null ? undefined : value)}
      />
      <Select
        label="Paid by"
        options={[
          { value: ANY, label: 'Any method' },
          ...PAYMENT_METHODS.map((value) => ({ value, label: PAYMENT_METHOD_NAMES[value] })),
        ]}
        value={method ?? ANY}
        onChange={(value) => set('method', value === ANY || value === null ? undefined : value)}
      />
      <DayField label="Placed from" day={from} onDay={(day) => set('from', day)} />
      <DayField label="Placed until" day={to} onDay={(day) => set('to', day)} />
    </div>
  )
}

type DayFieldProps = { label: string; day: string | undefined; onDay: (day: string | undefined) => void }

/** While a day is being typed it is no day yet: then the list stays as it is. */
function DayField({ label, day = '', onDay }: DayFieldProps) {
  const [typed, setTyped] = useState(day)
  const [shown, setShown] = useState(day)
  if (shown !== day) {
    setShown(day)
    setTyped(day)
  }
  return (
    <TextField
      label={label}
      type="date"
      value={typed}
      onChange={(text) => {
        setTyped(text)
        if (text === '' || Number(text.slice(0, 4)) >= 2000) onDay(text === '' ? undefined : text)
      }}
    />
  )
}

/** Pressed again it lets go. */
function otherThan<Value>(now: Value | undefined, pressed: Value): Value | undefined {
  return now === pressed ? undefined : pressed
}
