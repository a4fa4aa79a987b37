import { arrival, travelTime } from '@laurel/domain/arrival'
import { type CheckoutStep, neighbours, stepPath, stepTitle } from '@laurel/domain/checkout-steps'
import { formatCents } from '@laurel/domain/money'
import type { RewardType } from '@laurel/domain/reward-type'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowRight, Mail, Mailbox, Truck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { findShipping, type Order } from '../../parts/delivery-text.ts'
import { capitalized, count } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { RadioChoice } from '../../parts/RadioChoice.tsx'
import { CheckoutFrame, SendingList, useSummary } from './CheckoutFrame.tsx'
import type { ShippingOption } from './checkout.queries.ts'
import { orderSteps } from './enter-checkout.ts'
import { StepProblem } from './PayProblem.tsx'

type DeliveryStepProps = Omit<NextStepProps, 'place'> & {
  /** The cards that this step sends. */
  items: Order['cardItems']
  lead: string
  /** The delivery method that the price counts in before it is saved. */
  unsavedId: number | null
  problem: unknown
  children: ReactNode
}

/** A step of checkout that says how cards are sent, with the price so far. */
export function DeliveryStep({ items, lead, unsavedId, problem, children, ...next }: DeliveryStepProps) {
  const i18n = useTexts()
  const { order, step } = next
  const summary = useSummary(order.id, unsavedId)
  return (
    <CheckoutFrame
      step={step}
      order={order}
      lead={lead}
      summary={summary}
      totalLabel={i18n.t('So far')}
      notice={<StepProblem problem={problem} />}
      action={(place) => <NextStep {...next} place={place} />}
      assurance={i18n.t('Nothing is charged yet.')}
    >
      <SendingList order={order} items={items} />
      {children}
    </CheckoutFrame>
  )
}

type NextStepProps = {
  order: Order
  step: CheckoutStep
  place: 'panel' | 'bar'
  isPending: boolean
  onNext: () => void
}

/** A shipping step's main button. Names the next step if there is room. */
function NextStep({ order, step, place, isPending, onNext }: NextStepProps) {
  const i18n = useTexts()
  const next = nextOf(order, step)
  const name = i18n.t(stepTitle(next)).toLowerCase()
  return (
    <Button
      look="primary"
      size="big"
      isPending={isPending}
      onClick={onNext}
      className="whitespace-normal!"
      aria-label={place === 'bar' ? i18n.t('Next: {name}', { name }) : undefined}
    >
      {place === 'bar' ? i18n.t('Next') : i18n.t('Next: {name}', { name })}
      <Icon of={ArrowRight} />
    </Button>
  )
}

export function nextPath(order: Order, step: CheckoutStep) {
  return stepPath(nextOf(order, step))
}

function nextOf(order: Order, step: CheckoutStep): CheckoutStep {
  return neighbours(orderSteps(order), step).next ?? 'payment-confirmation'
}

export function EstimateNote() {
  const i18n = useTexts()

  return (
    <p className="mt-3 text-muted text-small">
      {i18n.t(
        'Dates are estimates for an order paid by card today: one business day for review and printing, plus the carrier’s time. With other payment methods, we start when the money arrives.',
      )}
    </p>
  )
}

/**
 * Saves choices on the server one after another, in the order they were made, and then reloads the
 * order and its price.
 */
export function useSavedChoice<Choice>(save: (choice: Choice) => Promise<unknown>) {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: 'checkout' },
    mutationFn: save,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders'] }),
  })
}

/**
 * The delivery method of one reward type: the one just chosen, else the saved one, else the cheapest,
 * which is saved when the customer continues.
 */
export function useDeliveryChoice(order: Order, type: RewardType, options: readonly ShippingOption[]) {
  const [pressedId, choose] = useState<number | null>(null)
  const kept = findShipping(order, type)
  const keptId = options.some(({ id }) => id === kept?.shippingOptionId) ? kept!.shippingOptionId : null
  const optionId = pressedId ?? keptId ?? cheapest(options)?.id ?? null
  return { optionId, choose, unsavedId: optionId === keptId ? null : optionId, kept }
}

function cheapest(options: readonly ShippingOption[]): ShippingOption | undefined {
  return options.toSorted((a, b) => a.priceCents - b.priceCents)[0]
}

/** The cart's items of one reward type, and their number of cards. */
export function itemsOfType(order: Pick<Order, 'cardItems'>, type: RewardType) {
  const items = order.cardItems.filter(
    (item) => item.state === 'in_cart' && item.rewardTypeData.name === type,
  )
  return { items, cards: items.reduce((sum, item) => sum + item.cardCount, 0) }
}

type DeliveryChoiceProps = {
  label: string
  options: readonly ShippingOption[]
  /** The number of cards, for options priced per recipient. */
  cards: number
  value: number | null
  onChange: (optionId: number) => void
  error?: string | undefined
}

const ICONS = { UPS: Truck, USPS: Mailbox, email: Mail }

/** Delivery methods, each with its price for this order and its arrival date. */
export function DeliveryChoice({ label, options, cards, value, onChange, error }: DeliveryChoiceProps) {
  const i18n = useTexts()
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
            {i18n.t(option.service)}
          </span>
        ),
        detail: detail(option),
        aside: <Price option={option} cards={cards} />,
      }))}
    />
  )
}

function detail(option: ShippingOption): string {
  const i18n = pageTexts()

  if (option.carrier === 'email') return i18n.t('Arrives within minutes of being sent')
  return i18n.t('{days}. Arrives about {arrival}', {
    days: capitalized(travelTime(i18n, option)),
    arrival: arrival(i18n, option, new Date()),
  })
}

function Price({ option, cards }: { option: ShippingOption; cards: number }) {
  const i18n = useTexts()
  const times = option.per === 'recipient' ? cards : 1
  if (option.priceCents === 0) return <b className="font-semibold">{i18n.t('Free')}</b>
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
