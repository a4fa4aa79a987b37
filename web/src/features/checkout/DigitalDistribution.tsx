import { api } from '@laurel/contract/routes'
import { addBusinessDays } from '@laurel/domain/arrival'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CalendarClock, Zap } from 'lucide-react'
import { useState } from 'react'
import { fieldErrors } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { useSite } from '../../app/site.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import type { Order } from '../../parts/delivery-text.ts'
import { RadioChoice } from '../../parts/RadioChoice.tsx'
import { momentAtSite, type WallTime, wallTimeAtSite, zoneName } from '../../parts/site-time.ts'
import { TextField } from '../../parts/TextField.tsx'
import { WithOrder } from './CheckoutFrame.tsx'
import { checkoutQueries } from './checkout.queries.ts'
import {
  DeliveryChoice,
  DeliveryStep,
  itemsOfType,
  nextPath,
  useDeliveryChoice,
  useSavedChoice,
} from './delivery-step.tsx'

const STEP = 'digital-shipping-method'

/** How and when cards are sent by email. docs/spec.md §2, "Checkout". */
export function DigitalDistribution() {
  return <WithOrder step={STEP}>{(order) => <DigitalStep order={order} />}</WithOrder>
}

type Distribution = { shippingOptionId: number | null; sendAt: Date | null | undefined }

function DigitalStep({ order }: { order: Order }) {
  const i18n = useTexts()
  const navigate = useNavigate()
  const { timeZone } = useSite()
  const { items, cards } = itemsOfType(order, 'digital')
  const { data: options } = useSuspenseQuery(checkoutQueries.options('digital'))
  const delivery = useDeliveryChoice(order, 'digital', options)
  const when = useSendTime(delivery.kept?.sendAt ?? null, timeZone)
  const [isLeaving, setLeaving] = useState(false)
  const saving = useSavedChoice(async ({ shippingOptionId, sendAt }: Distribution) => {
    if (shippingOptionId === null || sendAt === undefined) return
    await call(api.createShippingOrder, {
      body: {
        orderId: order.id,
        rewardType: 'digital',
        shippingOptionId,
        sendAt: sendAt?.toISOString() ?? null,
      },
    })
  })

  const isKept = ({ shippingOptionId, sendAt }: Distribution) =>
    delivery.kept?.shippingOptionId === shippingOptionId && sameMoment(delivery.kept.sendAt, sendAt)

  function save(choice: Partial<Distribution>) {
    const wanted = { shippingOptionId: delivery.optionId, sendAt: when.sendAt, ...choice }
    saving.reset()
    if (wanted.sendAt !== undefined && !isKept(wanted)) saving.mutate(wanted)
  }

  async function goOn() {
    setLeaving(true)
    const { sendAt } = when
    if (delivery.optionId === null || sendAt === undefined) return
    const wanted = { shippingOptionId: delivery.optionId, sendAt }
    try {
      if (!isKept(wanted)) await saving.mutateAsync(wanted)
      await navigate({ to: nextPath(order, STEP) })
    } catch (cause) {
      console.error('Failed to save the digital distribution', cause)
      setLeaving(false)
    }
  }

  const refusedTime = fieldErrors(saving.error).sendAt
  return (
    <DeliveryStep
      step={STEP}
      order={order}
      items={items}
      lead={i18n.t('Each recipient gets an email with a link to their card.')}
      unsavedId={delivery.unsavedId}
      problem={saving.error}
      isPending={isLeaving && saving.isPending}
      onNext={goOn}
    >
      <section>
        <h2 className="mb-4">
          {i18n.t('How should {cards, plural, one {# card} other {# cards}} be sent?', { cards })}
        </h2>
        <DeliveryChoice
          label={i18n.t('How should the cards be sent?')}
          options={options}
          cards={cards}
          value={delivery.optionId}
          error={
            isLeaving && delivery.optionId === null ? i18n.t('Choose how the cards are sent.') : undefined
          }
          onChange={(optionId) => {
            delivery.choose(optionId)
            save({ shippingOptionId: optionId })
          }}
        />
      </section>
      <section>
        <h2 className="mb-4">
          {cards === 1 ? i18n.t('When should it go out?') : i18n.t('When should they go out?')}
        </h2>
        <SendTimeChoice
          when={when}
          refused={refusedTime}
          showsErrors={isLeaving}
          onSave={(sendAt) => save({ sendAt })}
        />
      </section>
    </DeliveryStep>
  )
}

/** Compares minutes, because the fields have no seconds. */
function sameMoment(kept: string | null, chosen: Date | null | undefined): boolean {
  if (kept === null || !chosen) return kept === null && chosen === null
  return Math.floor(Date.parse(kept) / 60_000) === Math.floor(chosen.getTime() / 60_000)
}

type SendTimeChoiceProps = {
  when: WhenToSend
  /** The server's error about the time. */
  refused: string | undefined
  /** False until the customer changes a field or clicks the button. */
  showsErrors: boolean
  onSave: (sendAt: Date | null | undefined) => void
}

/** Right after approval, or at a date and time. */
function SendTimeChoice({ when, refused, showsErrors, onSave }: SendTimeChoiceProps) {
  const i18n = useTexts()

  return (
    <RadioChoice
      label={i18n.t('When should they go out?')}
      value={when.isLater ? 'later' : 'now'}
      onChange={(value) => {
        when.setLater(value === 'later')
        onSave(value === 'later' ? when.laterAt : null)
      }}
      options={[
        {
          value: 'now',
          title: i18n.t('As soon as the order is approved'),
          detail: i18n.t('Usually the same day, once it’s paid'),
          icon: Zap,
        },
        {
          value: 'later',
          title: i18n.t('At a scheduled time'),
          detail: i18n.t('We’ll send them all together'),
          icon: CalendarClock,
          more: <TimeFields when={when} refused={refused} showsErrors={showsErrors} onSave={onSave} />,
        },
      ]}
    />
  )
}

function TimeFields({ when, refused, showsErrors, onSave }: SendTimeChoiceProps) {
  const i18n = useTexts()
  const errors: SendTimeErrors = when.errors
  const isWhole = when.typed.date !== '' && when.typed.time !== ''
  const told = showsErrors || isWhole
  return (
    <div className="grid max-w-[440px] grid-cols-2 gap-4 tiny:grid-cols-1">
      <TextField
        label={i18n.t('Day')}
        type="date"
        value={when.typed.date}
        onChange={(date) => when.setTyped({ ...when.typed, date })}
        onBlur={() => onSave(when.laterAt)}
        error={(told ? errors.date : undefined) ?? refused}
      />
      <TextField
        label={i18n.t('Time')}
        type="time"
        value={when.typed.time}
        onChange={(time) => when.setTyped({ ...when.typed, time })}
        onBlur={() => onSave(when.laterAt)}
        error={told ? errors.time : undefined}
      />
      <p className="col-span-full text-muted text-small">
        {i18n.t('{zone}, wherever your recipients are.', { zone: zoneName(when.timeZone) })}
      </p>
    </div>
  )
}

type WhenToSend = ReturnType<typeof useSendTime>

/** Right after approval, or at a time in the site's time zone. Starts with the saved choice. */
function useSendTime(kept: string | null, timeZone: string) {
  const [isLater, setLater] = useState(kept !== null)
  const [typed, setTyped] = useState<WallTime>(() =>
    kept === null ? firstSendTime(timeZone) : wallTimeAtSite(new Date(kept), timeZone),
  )
  const { at, errors } = readSendTime(typed, timeZone)
  return {
    isLater,
    setLater,
    typed,
    setTyped,
    errors,
    timeZone,
    /** The typed time; undefined while it is invalid. */
    laterAt: at,
    /** The value to save: null means right after approval. */
    sendAt: isLater ? at : null,
  }
}

const DAY_MS = 86_400_000
/** The server's limit. */
const LATEST_DAYS = 365

type SendTime = { at: Date; errors: Record<never, never> } | { at: undefined; errors: SendTimeErrors }
type SendTimeErrors = { date?: string; time?: string }

/** Reads the send time of digital cards, which must be in the future and within a year. */
export function readSendTime(typed: WallTime, timeZone: string, now = new Date()): SendTime {
  const i18n = pageTexts()

  const errors: SendTimeErrors = {
    ...(typed.date === '' && { date: i18n.t('Choose a day.') }),
    ...(typed.time === '' && { time: i18n.t('Choose a time.') }),
  }
  if (errors.date || errors.time) return { at: undefined, errors }

  const at = momentAtSite(typed, timeZone)
  if (!at) return { at: undefined, errors: { date: i18n.t('Enter the date as month, day, and year.') } }
  if (at <= now) return { at: undefined, errors: { date: i18n.t('Choose a time in the future.') } }
  if (at.getTime() > now.getTime() + LATEST_DAYS * DAY_MS) {
    return { at: undefined, errors: { date: i18n.t('Choose a time within a year.') } }
  }
  return { at, errors: {} }
}

/** The fields' first value: 9 AM on the next business day. */
export function firstSendTime(timeZone: string, now = new Date()): WallTime {
  return { date: wallTimeAtSite(addBusinessDays(now, 1), timeZone).date, time: '09:00' }
}
