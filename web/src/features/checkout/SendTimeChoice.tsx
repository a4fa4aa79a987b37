import { CalendarClock, Zap } from 'lucide-react'
import { RadioChoice } from '../../parts/RadioChoice.tsx'
import { zoneName } from '../../parts/site-time.ts'
import { TextField } from '../../parts/TextField.tsx'
import type { SendTimeErrors } from './send-time.ts'
import type { WhenToSend } from './use-send-time.ts'

type SendTimeChoiceProps = {
  when: WhenToSend
  /** What the server said about the time. */
  refused: string | undefined
  /** Errors wait until somebody wants to go on, or has changed a field. */
  showsErrors: boolean
  onKeep: (sendAt: Date | null | undefined) => void
}

/** As soon as it is approved, or at a day and time. */
export function SendTimeChoice({ when, refused, showsErrors, onKeep }: SendTimeChoiceProps) {
  return (
    <RadioChoice
      label="When should they go out?"
      value={when.isLater ? 'later' : 'now'}
      onChange={(value) => {
        when.setLater(value === 'later')
        onKeep(value === 'later' ? when.laterAt : null)
      }}
      options={[
        {
          value: 'now',
          title: 'As soon as the order is approved',
          detail: 'Usually the same day, once it is paid',
          icon: Zap,
        },
        {
          value: 'later',
          title: 'On a day and at a time you choose',
          detail: 'All of them go out together',
          icon: CalendarClock,
          more: <TimeFields when={when} refused={refused} showsErrors={showsErrors} onKeep={onKeep} />,
        },
      ]}
    />
  )
}

function TimeFields({ when, refused, showsErrors, onKeep }: SendTimeChoiceProps) {
  const errors: SendTimeErrors = when.errors
  const isWhole = when.typed.date !== '' && when.typed.time !== ''
  const told = showsErrors || isWhole
  return (
    <div className="grid max-w-[440px] grid-cols-2 gap-4 tiny:grid-cols-1">
      <TextField
        label="Day"
        type="date"
        value={when.typed.date}
        onChange={(date) => when.setTyped({ ...when.typed, date })}
        onBlur={() => onKeep(when.laterAt)}
        error={(told ? errors.date : undefined) ?? refused}
      />
      <TextField
        label="Time"
        type="time"
        value={when.typed.time}
        onChange={(time) => when.setTyped({ ...when.typed, time })}
        onBlur={() => onKeep(when.laterAt)}
        error={told ? errors.time : undefined}
      />
      <p className="col-span-full text-muted text-small">
        {zoneName(when.timeZone)}, wherever the recipients are.
      </p>
    </div>
  )
}
