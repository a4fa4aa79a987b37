import { EVENT_TYPES, type EventType } from '@laurel/domain/event-types'
import { Checkbox } from '../../../parts/Checkbox.tsx'
import { ErrorText } from '../../../parts/FieldText.tsx'
import { EVENT_WORDS } from './webhook-words.ts'

type EventChoiceProps = {
  types: readonly EventType[]
  onChange: (types: readonly EventType[]) => void
  error?: string | undefined
}

/** Which events one wants to hear of. */
export function EventChoice({ types, onChange, error }: EventChoiceProps) {
  const isAll = types.length === EVENT_TYPES.length
  return (
    <fieldset aria-describedby={error && 'event-types-error'}>
      <legend className="font-medium text-label">Events</legend>
      {error && <ErrorText id="event-types-error">{error}</ErrorText>}
      <div className="mt-1 max-h-[280px] overflow-y-auto rounded-control border border-line-strong px-4 py-1">
        <Checkbox
          isSelected={isAll}
          isIndeterminate={!isAll && types.length > 0}
          onChange={(isOn) => onChange(isOn ? EVENT_TYPES : [])}
        >
          <span className="font-medium">All of them</span>
        </Checkbox>
        {EVENT_TYPES.map((type) => (
          <Checkbox
            key={type}
            isSelected={types.includes(type)}
            onChange={(isOn) =>
              onChange(EVENT_TYPES.filter((one) => (one === type ? isOn : types.includes(one))))
            }
          >
            {EVENT_WORDS[type]} <span className="block text-muted text-small">{type}</span>
          </Checkbox>
        ))}
      </div>
    </fieldset>
  )
}
